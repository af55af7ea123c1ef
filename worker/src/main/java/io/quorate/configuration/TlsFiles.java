package io.quorate.configuration;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Certificates in PEM files.
 *
 * @param ca the trusted CAs; empty: those that the Java platform trusts
 * @param own our own certificate; empty: none
 */
public record TlsFiles(Optional<Path> ca, Optional<OwnCertificate> own) {
  static final String EXAMPLE =
      "tls: {ca: /etc/quorate/ca.crt, certificate: /etc/quorate/client.crt, key:"
          + " /etc/quorate/client.key}";

  private static final String PEER_EXAMPLE =
      "peer: {ca: /etc/quorate/peer-ca.crt, certificate: /etc/quorate/peer.crt, key:"
          + " /etc/quorate/peer.key}";

  /** A certificate and its private key. */
  public record OwnCertificate(Path certificate, Path key) {}

  /** Reads the section of a cluster; {@link #ofPeers} has to be read as well. */
  static TlsFiles ofCluster(Section section, Paths paths) {
    section.has("peer");
    TlsFiles read = read(section, paths);
    section.close();
    return read;
  }

  /** The certificates for peer URLs, where the peers have a CA of their own. */
  static Optional<TlsFiles> ofPeers(Section section, Paths paths) {
    return section.section("peer", PEER_EXAMPLE, peer -> read(peer, paths));
  }

  static TlsFiles read(Section section, Paths paths) {
    return new TlsFiles(section.optional("ca", paths::existing), own(section, paths));
  }

  private static Optional<OwnCertificate> own(Section section, Paths paths) {
    boolean certificateSet = section.has("certificate");
    boolean keySet = section.has("key");
    if (certificateSet && !keySet) {
      section.missing("key", "key: /etc/quorate/client.key; a certificate is of no use without it");
    }
    if (keySet && !certificateSet) {
      section.missing(
          "certificate",
          "certificate: /etc/quorate/client.crt; a key is of no use without its certificate");
    }
    Optional<Path> certificate = section.optional("certificate", paths::existing);
    Optional<Path> key = section.optional("key", paths::existing);
    return certificate.flatMap(c -> key.map(k -> new OwnCertificate(c, k)));
  }
}
