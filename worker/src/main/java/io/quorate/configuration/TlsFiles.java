package io.quorate.configuration;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Certificates in PEM files.
 *
 * @param ca who is trusted; empty: whom the Java platform trusts
 * @param own what to show of oneself; empty: nothing
 */
public record TlsFiles(Optional<Path> ca, Optional<OwnCertificate> own) {
  /** A certificate and its private key. */
  public record OwnCertificate(Path certificate, Path key) {}
}
