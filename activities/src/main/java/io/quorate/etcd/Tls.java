package io.quorate.etcd;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Files in PEM form for connections to client URLs.
 *
 * @param ca certificates of the trusted CAs; empty: those that the Java platform trusts
 * @param certificate our own certificate, where etcd requires one; goes with {@code key}
 * @param key private key of {@code certificate}, in PKCS #8 form
 */
public record Tls(Optional<Path> ca, Optional<Path> certificate, Optional<Path> key) {
  public Tls {
    if (certificate.isPresent() != key.isPresent()) {
      throw new IllegalArgumentException("a client certificate and its key go together");
    }
  }
}
