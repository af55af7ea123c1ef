package io.quorate.snapshots;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** SHA-256 as S3 takes and gives it. */
final class Sums {
  private Sums() {}

  static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  static byte[] sha256(byte[] content) {
    return digest().digest(content);
  }

  static String base64(byte[] sum) {
    return Base64.getEncoder().encodeToString(sum);
  }
}
