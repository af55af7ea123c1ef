package io.quorate.snapshots;

import io.quorate.cluster.Sha256;
import java.util.Base64;

/** SHA-256 as S3 takes and gives it. */
final class Sums {
  private Sums() {}

  static byte[] sha256(byte[] content) {
    return Sha256.digest().digest(content);
  }

  static String base64(byte[] sum) {
    return Base64.getEncoder().encodeToString(sum);
  }
}
