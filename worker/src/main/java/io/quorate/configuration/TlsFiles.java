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
  /** A certificate and its private key. */
  public record OwnCertificate(Path certificate, Path key) {}
}
