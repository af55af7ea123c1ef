package io.quorate.volume;

import io.quorate.cluster.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;

/** SHA-256 of a file in hexadecimal, as {@code sha256sum} prints it. */
final class FileSum {
  private FileSum() {}

  /** Returns the SHA-256 of the first bytes of a file. */
  static String of(Path file, long bytes) throws IOException {
    MessageDigest digest = Sha256.digest();
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
    return HexFormat.of().formatHex(digest.digest());
  }
}
