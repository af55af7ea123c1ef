package io.quorate.gateway.http;

import io.quorate.configuration.SecretFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The secret that Alertmanager has to send. The file is read at every request, so that a token is
 * changed by writing the file; the file has one token a line, so that an old token can stay valid
 * for a while.
 */
final class BearerToken {
  private static final String SCHEME = "Bearer ";

  private final SecretFile file;

  BearerToken(SecretFile file) {
    this.file = file;
  }

  /**
   * Checks the token. Throws {@link HttpProblem}: 401 for a wrong token, 503 while the file holds
   * none.
   */
  void check(@Nullable String authorization) {
    List<String> known = known();
    if (authorization == null
        || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw new HttpProblem(401, "This needs 'Authorization: Bearer TOKEN'.");
    }
    byte[] shown = hash(authorization.substring(SCHEME.length()).strip());
    boolean matches = false;
    for (String token : known) {
      matches |= MessageDigest.isEqual(hash(token), shown);
    }
    if (!matches) {
      throw new HttpProblem(401, "The bearer token is not one of those configured.");
    }
  }

  /**
   * Returns the accepted tokens; a failure to read them is a 503, because Alertmanager gives up on
   * a 401 and repeats after a 503.
   */
  private List<String> known() {
    try {
      List<String> tokens =
          file.read().lines().map(String::strip).filter(token -> !token.isEmpty()).toList();
      if (tokens.isEmpty()) {
        throw new HttpProblem(503, "The file with the bearer tokens is empty.");
      }
      return tokens;
    } catch (UncheckedIOException e) {
      throw new HttpProblem(503, "The file with the bearer tokens cannot be read.");
    }
  }

  /**
   * Hashes the token: comparing hashes, which have one length, reveals nothing about the length of
   * a token.
   */
  private static byte[] hash(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
