package io.quorate.token;

import io.quorate.cluster.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * SHA-256 of a token.
 *
 * @param hex its 64 hexadecimal digits, in lower case
 */
public record TokenHash(String hex) {
  private static final String SCHEME = "sha256:";
  private static final Pattern WRITTEN = Pattern.compile(SCHEME + "([0-9a-fA-F]{64})");

  /** Digits by which people tell tokens apart. */
  private static final int SHORT = 8;

  /** Hashes what somebody shows. */
  public static TokenHash of(String shown) {
    return new TokenHash(Sha256.of(shown));
  }

  /** Reads a hash as {@code sha256:9f86...}; empty when it is none. */
  static Optional<TokenHash> read(String written) {
    var matcher = WRITTEN.matcher(written);
    return matcher.matches()
        ? Optional.of(new TokenHash(matcher.group(1).toLowerCase(Locale.ROOT)))
        : Optional.empty();
  }

  /** Compares in a time that does not depend on where the hashes differ. */
  public boolean matches(TokenHash other) {
    return MessageDigest.isEqual(bytes(hex), bytes(other.hex));
  }

  /** Returns the first 8 digits, by which people tell tokens apart. */
  public String id() {
    return hex.substring(0, SHORT);
  }

  /** The hash as it stands in a file. */
  @Override
  public String toString() {
    return SCHEME + hex;
  }

  private static byte[] bytes(String hex) {
    return hex.getBytes(StandardCharsets.US_ASCII);
  }
}
