package io.quorate.kubernetes;

import io.quorate.port.Failure;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The private key of a client certificate. The client library wants to be told the key's algorithm,
 * and takes every key for RSA that does not say otherwise in its first line.
 *
 * @param pem the key in PEM form
 * @param algorithm EC or RSA
 */
record ClientKey(String pem, String algorithm) {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----([^-]*)-----END \\1-----");
  private static final String[] KNOWN = {"EC", "RSA"};

  /**
   * Reads the algorithm from the key.
   *
   * @param of where the key stands, for the sentence
   * @throws Failure.Fault where the key cannot be used; the sentence says what to do
   */
  static ClientKey of(String of, String pem) {
    Matcher block = BLOCK.matcher(pem);
    if (!block.find()) {
      throw new Failure.Fault("the client key of " + of + " is no private key in PEM form");
    }
    return new ClientKey(
        pem,
        switch (block.group(1)) {
          case "EC PRIVATE KEY" -> plain(of, block.group(2), "EC");
          case "RSA PRIVATE KEY" -> plain(of, block.group(2), "RSA");
          case "PRIVATE KEY" -> read(of, block.group(2));
          case "ENCRYPTED PRIVATE KEY" -> throw locked(of);
          default -> throw unusable(of);
        });
  }

  /** The algorithm of a key in an older form, which may be encrypted as well. */
  private static String plain(String of, String body, String algorithm) {
    if (body.contains("ENCRYPTED")) {
      throw locked(of);
    }
    return algorithm;
  }

  /** Reads the algorithm from the bytes of a key in PKCS #8 form. */
  private static String read(String of, String body) {
    for (String algorithm : KNOWN) {
      if (isKeyOf(of, algorithm, body)) {
        return algorithm;
      }
    }
    throw unusable(of);
  }

  private static boolean isKeyOf(String of, String algorithm, String body) {
    try {
      byte[] bytes = Base64.getDecoder().decode(body.replaceAll("\\s", ""));
      var key = KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
      return key.getAlgorithm().equals(algorithm);
    } catch (IllegalArgumentException e) {
      // Without the cause, whose words may hold a part of the key.
      throw new Failure.Fault("the client key of " + of + " is no private key in PEM form");
    } catch (GeneralSecurityException other) {
      return false;
    }
  }

  private static Failure.Fault locked(String of) {
    return new Failure.Fault(
        "the client key of "
            + of
            + " is encrypted; give Quorate a key without a passphrase, or a token");
  }

  private static Failure.Fault unusable(String of) {
    return new Failure.Fault(
        "the client key of "
            + of
            + " is neither an EC nor an RSA key (ed25519 keys cannot be used here); give Quorate a"
            + " certificate with an EC key, or a token");
  }

  /** Says the algorithm only. */
  @Override
  public String toString() {
    return "a key of " + algorithm;
  }
}
