package io.quorate.etcd;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.TlsFailure;
import io.quorate.port.Failure;
import io.quorate.watch.CertificateRound;
import io.quorate.watch.Validity;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Certificates that new connections to the members of a cluster meet. Each connection does a full
 * TLS handshake with files that are read again from disk, so the result is what a newly started
 * client sees.
 */
public final class MetCertificates {
  private final Set<Validity> certificates = new LinkedHashSet<>();
  private final List<String> refusals = new ArrayList<>();

  private MetCertificates() {}

  /** Port of a member, by its words in a finding. */
  private record Port(String words, URI url, boolean ofClients) {}

  /**
   * Connects to each https URL, one after the other, with up to 2 s for each.
   *
   * @param peerUrls where the members meet each other
   */
  public static CertificateRound of(
      EtcdEndpoints endpoints, Map<MemberName, URI> peerUrls, InstantSource clock) {
    MetCertificates met = new MetCertificates();
    List<Port> clients = ports(endpoints.clientUrls(), true);
    List<Port> peers = ports(peerUrls, false);
    if (endpoints.peerTls().isPresent()) {
      met.meet(endpoints.tls(), clients);
      met.meet(endpoints.peerTls(), peers);
    } else {
      clients.addAll(peers);
      met.meet(endpoints.tls(), clients);
    }
    return new CertificateRound(clock.instant(), List.copyOf(met.certificates), met.refusals);
  }

  private static List<Port> ports(Map<MemberName, URI> urls, boolean ofClients) {
    List<Port> ports = new ArrayList<>();
    new TreeMap<>(urls)
        .forEach(
            (member, url) -> {
              if ("https".equals(url.getScheme())) {
                String words = "the %s port of %s";
                ports.add(
                    new Port(
                        words.formatted(ofClients ? "client" : "peer", member), url, ofClients));
              }
            });
    return ports;
  }

  private void meet(Optional<Tls> files, List<Port> ports) {
    if (ports.isEmpty()) {
      return;
    }
    try {
      TlsMaterial material = files.map(TlsMaterial::read).orElseGet(TlsMaterial::ofPlatform);
      List<X509Certificate> authorities = read(files.flatMap(Tls::ca));
      Optional<Path> own = files.flatMap(Tls::certificate);
      add(own.map(file -> "Quorate's own, " + file).orElse(""), read(own), authorities);
      ports.forEach(port -> meet(material, port, authorities));
    } catch (Failure | IOException | GeneralSecurityException unusable) {
      refusals.add(String.valueOf(unusable.getMessage()));
    }
  }

  private static List<X509Certificate> read(Optional<Path> file)
      throws IOException, GeneralSecurityException {
    return file.isPresent() ? List.of(PemFiles.certificates(file.get())) : List.of();
  }

  /**
   * Connects to one port. A peer port may refuse Quorate's certificate, which is no trouble; the
   * port shows its own certificate before the refusal.
   */
  private void meet(TlsMaterial material, Port port, List<X509Certificate> authorities) {
    ShownChain chain = material.remembering();
    Optional<TlsFailure> trouble = new Handshake(material.forHttp(chain)).trouble(port.url());
    add(port.words(), chain.shown(), authorities);
    trouble
        .filter(any -> port.ofClients())
        .ifPresent(why -> refusals.add(port.words() + ": " + why.words()));
  }

  /** Adds a chain and the CA that signed it. */
  private void add(String whose, List<X509Certificate> chain, List<X509Certificate> authorities) {
    if (chain.isEmpty()) {
      return;
    }
    certificates.add(validity(whose, chain.getFirst()));
    chain.stream().skip(1).forEach(above -> certificates.add(validity(name(above), above)));
    authorities.stream()
        .filter(authority -> signed(authority, chain.getLast()))
        .forEach(authority -> certificates.add(validity(name(authority), authority)));
  }

  private static String name(X509Certificate authority) {
    return "the CA " + authority.getSubjectX500Principal().getName();
  }

  private static Validity validity(String whose, X509Certificate certificate) {
    return new Validity(
        whose, certificate.getNotBefore().toInstant(), certificate.getNotAfter().toInstant());
  }

  private static boolean signed(X509Certificate authority, X509Certificate certificate) {
    try {
      certificate.verify(authority.getPublicKey());
      return true;
    } catch (GeneralSecurityException anotherOne) {
      return false;
    }
  }
}
