package io.quorate.kubernetes;

import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that a client needs to know of its API server.
 *
 * @param server a URL
 * @param authority the certificates that sign the server's certificate, in PEM form; empty: those
 *     of this Java
 * @param identity as whom Quorate asks
 */
record ApiAccess(String server, Optional<String> authority, Identity identity) {
  /** A larger file is no key, no token, no certificate and no kubeconfig. */
  private static final long LARGEST = 4L << 20;

  /** As whom Quorate asks. */
  sealed interface Identity {
    /** A client certificate and its private key, in PEM form. */
    record Certificate(String certificates, ClientKey key) implements Identity {
      @Override
      public String toString() {
        return "a client certificate";
      }
    }

    /** A bearer token. */
    record Token(String token) implements Identity {
      @Override
      public String toString() {
        return "a token";
      }
    }

    /** A bearer token in a file that is written anew before the token expires. */
    record TokenFile(Path file) implements Identity {
      /** The token as it is now. */
      String token() {
        return text(file).strip();
      }
    }
  }

  /** The header that tells the API server who asks; empty with a client certificate. */
  @Nullable String bearer() {
    return switch (identity) {
      case Identity.Certificate certificate -> null;
      case Identity.Token bearer -> bearer.token();
      case Identity.TokenFile rotated -> rotated.token();
    };
  }

  /** The text of a file; a failure tells the file and never its content. */
  static String text(Path file) {
    try {
      if (Files.size(file) > LARGEST) {
        throw new Failure.Fault(file + " is too large to be what the configuration says it is");
      }
      // Bytes that are no UTF-8 are replaced here, and refused by whoever reads the text.
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new Failure.Fault(file + " cannot be read: " + e.getClass().getSimpleName(), e);
    }
  }
}
