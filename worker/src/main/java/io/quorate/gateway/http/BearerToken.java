package io.quorate.gateway.http;

import io.quorate.configuration.SecretFile;
import io.quorate.token.TokenHash;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
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
    String shown =
        shown(authorization)
            .orElseThrow(() -> new HttpProblem(401, "This needs 'Authorization: Bearer TOKEN'."));
    if (!isAmong(known, shown)) {
      throw new HttpProblem(401, "The bearer token is not one of those configured.");
    }
  }

  /** Returns the token of an {@code Authorization} header; empty where it has none. */
  static Optional<String> shown(@Nullable String authorization) {
    return authorization != null && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        ? Optional.of(authorization.substring(SCHEME.length()).strip())
        : Optional.empty();
  }

  /** Whether this is one of the tokens; throws a 503 while the file holds none. */
  boolean isAmongThem(String shown) {
    return isAmong(known(), shown);
  }

  /**
   * Compares hashes, which have one length: the time reveals nothing about the length of a token.
   */
  private static boolean isAmong(List<String> known, String shown) {
    TokenHash hash = TokenHash.of(shown);
    boolean matches = false;
    for (String token : known) {
      matches |= TokenHash.of(token).matches(hash);
    }
    return matches;
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
}
