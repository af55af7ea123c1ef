package io.quorate.configuration;

import java.nio.file.Path;
import java.util.Optional;

/** Reads a section {@code tls}. */
final class TlsReader {
  static final String EXAMPLE =
      "tls: {ca: /etc/quorate/ca.crt, certificate: /etc/quorate/client.crt, key:"
          + " /etc/quorate/client.key}";

  private TlsReader() {}

  static TlsFiles read(Section section, Paths paths) {
    Optional<Path> ca = section.optional("ca", paths::existing);
    Optional<TlsFiles.OwnCertificate> own = own(section, paths);
    section.close();
    return new TlsFiles(ca, own);
  }

  private static Optional<TlsFiles.OwnCertificate> own(Section section, Paths paths) {
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
    return certificate.flatMap(c -> key.map(k -> new TlsFiles.OwnCertificate(c, k)));
  }
}
