package io.quorate.token;

import java.security.SecureRandom;
import java.util.Base64;

/**
 * Token of a person. Its text is shown once, to the person, and stands in no file of Quorate's; it
 * is in no text of this record either, so that no log can have it.
 *
 * @param text what the person shows
 */
public record Token(String text) {
  /** Beginning of every token, by which people and secret scanners recognise one. */
  public static final String PREFIX = "quorate_";

  /** Random bytes of a token: nobody guesses 256 bits, so a plain SHA-256 of it may be kept. */
  private static final int BYTES = 32;

  private static final SecureRandom RANDOM = new SecureRandom();

  /** Creates a token that nobody has. */
  public static Token create() {
    return new Token(PREFIX + random());
  }

  /** Returns 256 random bits as text that fits a header, a cookie and a shell. */
  public static String random() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Returns what a file may have of this token. */
  public TokenHash hash() {
    return TokenHash.of(text);
  }

  @Override
  public String toString() {
    return "a token that begins with " + PREFIX;
  }
}
