package io.quorate.etcd;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.TlsFailure;
import io.quorate.port.Failure;
import io.quorate.watch.CertificateRound;
import io.quorate.watch.MetPort;
import io.quorate.watch.MetPort.Refusal;
import io.quorate.watch.Validity;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Certificates that new connections to the members of a cluster meet. Each connection does a full
 * TLS handshake with files that are read again from disk, so the result is what a newly started
 * client sees.
 */
public final class MetCertificates {
  private final List<MetPort> met = new ArrayList<>();

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
      met.meet("Quorate's own files", endpoints.tls(), clients);
      met.meet("Quorate's own files for peers", endpoints.peerTls(), peers);
    } else {
      clients.addAll(peers);
      met.meet("Quorate's own files", endpoints.tls(), clients);
    }
    return new CertificateRound(clock.instant(), met.met);
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

  private void meet(String words, Optional<Tls> files, List<Port> ports) {
    if (ports.isEmpty()) {
      return;
    }
    try {
      TlsMaterial material = files.map(TlsMaterial::read).orElseGet(TlsMaterial::ofPlatform);
      List<X509Certificate> authorities = read(files.flatMap(Tls::ca));
      Optional<Path> own = files.flatMap(Tls::certificate);
      if (own.isPresent()) {
        String whose = "Quorate's own, " + own.get();
        met.add(MetPort.of(words, chain(whose, read(own), authorities), Optional.empty()));
      }
      ports.forEach(port -> met.add(meet(material, port, authorities)));
    } catch (Failure | IOException | GeneralSecurityException unusable) {
      Refusal why = Refusal.certain(String.valueOf(unusable.getMessage()));
      met.add(MetPort.of(words, List.of(), Optional.of(why)));
      ports.forEach(port -> met.add(MetPort.of(port.words(), List.of(), Optional.empty())));
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
  private static MetPort meet(TlsMaterial material, Port port, List<X509Certificate> authorities) {
    ShownChain chain = material.remembering();
    Optional<TlsFailure> trouble = new Handshake(material.forHttp(chain)).trouble(port.url());
    return MetPort.of(
        port.words(),
        chain(port.words(), chain.shown(), authorities),
        trouble
            .filter(any -> port.ofClients())
            .map(why -> new Refusal(why.words(), why.reason() != TlsFailure.Reason.OTHER)));
  }

  /** Returns when a chain ends, and the CA that signed it. */
  private static List<Validity> chain(
      String whose, List<X509Certificate> chain, List<X509Certificate> authorities) {
    if (chain.isEmpty()) {
      return List.of();
    }
    List<Validity> all = new ArrayList<>();
    all.add(validity(whose, chain.getFirst()));
    chain.stream().skip(1).forEach(above -> all.add(validity(name(above), above)));
    authorities.stream()
        .filter(authority -> signed(authority, chain.getLast()))
        .forEach(authority -> all.add(validity(name(authority), authority)));
    return all;
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
