package io.quorate.snapshots;

import io.quorate.cluster.Sha256;
import io.quorate.snapshot.Salvage.Trailer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Checks an etcd snapshot while it streams by: its last 32 bytes are the SHA-256 of all bytes
 * before them, which are whole pages of 512 bytes (docs/etcd.md#snapshots).
 */
final class TrailerDigest {
  private static final int TRAILER_BYTES = 32;
  private static final int PAGE_BYTES = 512;

  private final MessageDigest digest = Sha256.digest();
  private byte[] tail = new byte[0];
  private long size;

  /** The SHA-256 that a file states at its end, unchecked; empty where it is too short for one. */
  static Optional<String> stated(Path file) throws IOException {
    var end = ByteBuffer.allocate(TRAILER_BYTES);
    try (FileChannel channel = FileChannel.open(file)) {
      long position = channel.size() - TRAILER_BYTES;
      if (position < 0) {
        return Optional.empty();
      }
      while (end.hasRemaining() && channel.read(end, position + end.position()) > 0) {
        // A read may give less than it was asked for.
      }
    }
    return end.hasRemaining()
        ? Optional.empty()
        : Optional.of(HexFormat.of().formatHex(end.array()));
  }

  /** Takes the next bytes. The last 32 are held back, because they may be the trailer. */
  void update(byte[] bytes) {
    update(bytes, bytes.length);
  }

  /** Takes the first bytes of a block. They are not copied: a copy of large blocks fills a heap. */
  void update(byte[] block, int length) {
    size += length;
    if (length < TRAILER_BYTES) {
      byte[] pending = Arrays.copyOf(tail, tail.length + length);
      System.arraycopy(block, 0, pending, tail.length, length);
      int ready = Math.max(0, pending.length - TRAILER_BYTES);
      digest.update(pending, 0, ready);
      tail = Arrays.copyOfRange(pending, ready, pending.length);
      return;
    }
    digest.update(tail);
    digest.update(block, 0, length - TRAILER_BYTES);
    tail = Arrays.copyOfRange(block, length - TRAILER_BYTES, length);
  }

  long size() {
    return size;
  }

  /** Ends the stream and returns whether the snapshot is whole. */
  Checked finish() {
    byte[] sum = digest.digest();
    if (size % PAGE_BYTES != TRAILER_BYTES || size <= TRAILER_BYTES) {
      return new Broken(
          "its " + size + " bytes are no whole pages followed by a checksum: it was cut off");
    }
    if (!MessageDigest.isEqual(sum, tail)) {
      return new Broken("its SHA-256 is not the one at its end: bytes were changed on the way");
    }
    return new Whole(HexFormat.of().formatHex(sum));
  }

  /**
   * Ends a stream that has no trailer, such as a database file, and returns the SHA-256 of all of
   * it, or that it is no whole pages.
   */
  Checked finishWithoutTrailer() {
    if (size % PAGE_BYTES != 0 || size == 0) {
      return new Broken("its " + size + " bytes are no whole pages: it was cut off");
    }
    digest.update(tail);
    return new Whole(HexFormat.of().formatHex(digest.digest()));
  }

  /** Ends a stream as its entry says that it ends. */
  Checked finish(Trailer trailer) {
    return switch (trailer) {
      case PRESENT -> finish();
      case MISSING -> finishWithoutTrailer();
    };
  }

  /** Result of the check of a snapshot. */
  sealed interface Checked {}

  /** A snapshot with the right trailer. */
  record Whole(String sha256) implements Checked {}

  /** A broken snapshot, with the reason in words. */
  record Broken(String why) implements Checked {}
}
