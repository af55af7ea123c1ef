package io.quorate.hosts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 in hexadecimal, as {@code sha256sum} prints it. */
final class Sha256 {
  private Sha256() {}

  static String of(String text) {
    return words(digest().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Of the first bytes of a file. */
  static String of(Path file, long bytes) throws IOException {
    MessageDigest digest = digest();
    byte[] block = new byte[1 << 16];
    try (var in = Files.newInputStream(file)) {
      for (long left = bytes; left > 0; ) {
        int read = in.read(block, 0, (int) Math.min(block.length, left));
        if (read < 0) {
          throw new IOException("it became shorter");
        }
        digest.update(block, 0, read);
        left -= read;
      }
    }
    return words(digest.digest());
  }

  private static String words(byte[] sum) {
    return HexFormat.of().formatHex(sum);
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
