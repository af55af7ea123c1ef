package io.quorate.snapshots;

import io.quorate.snapshot.Salvage;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/**
 * A file among the snapshots that Quorate has not saved: what it is by its first bytes and its
 * length, and what it can be used for. A database has a magic number behind the head of its first
 * page (bbolt's {@code page.go}), and a snapshot is one with 32 bytes of SHA-256 behind whole pages
 * (docs/etcd.md#snapshots).
 */
enum ForeignFile {
  /** Snapshot that {@code etcdctl snapshot save} or k3s made. */
  SNAPSHOT(
      "it is a snapshot that somebody else saved: from which cluster it is, and of which revision,"
          + " is not known. --verify reads its SHA-256; majority-recovery --snapshot NAME reads it,"
          + " restores it on trial and asks"),
  /** A copy of {@code member/snap/db}, whole or not. */
  DATABASE(
      "it is a copied database without a SHA-256: nothing vouches for its bytes, nor tells from"
          + " which cluster it is. majority-recovery --snapshot NAME reads it, restores it on trial"
          + " with --skip-hash-check and asks"),
  CUT_OFF("it begins as a snapshot does, and its length is none: it was cut off or changed"),
  GZIP("it is packed (gzip): unpack it beside, and what is in it is listed"),
  ZIP("it is packed (zip): unpack it beside, and what is in it is listed"),
  ZSTD("it is packed (zstd): unpack it beside, and what is in it is listed"),
  OTHER("it is no snapshot and no database of etcd");

  private static final int MAGIC_AT = 16;
  private static final int PAGE_BYTES = 512;
  private static final int TRAILER_BYTES = 32;
  private static final byte[] BBOLT = {(byte) 0xED, (byte) 0xDA, 0x0C, (byte) 0xED};

  private final String words;

  ForeignFile(String words) {
    this.words = words;
  }

  /** Returns a clause about the kind of the file and the use that Quorate has for the file. */
  String words() {
    return words;
  }

  /**
   * Returns whether etcd's own SHA-256 is at the end of the file; empty where the file cannot be
   * restored.
   */
  Optional<Salvage.Trailer> trailer() {
    return switch (this) {
      case SNAPSHOT -> Optional.of(Salvage.Trailer.PRESENT);
      case DATABASE -> Optional.of(Salvage.Trailer.MISSING);
      case CUT_OFF, GZIP, ZIP, ZSTD, OTHER -> Optional.empty();
    };
  }

  /** Whether a file of this length is whole pages and a SHA-256. */
  static boolean hasSum(long size) {
    return size % PAGE_BYTES == TRAILER_BYTES;
  }

  /** Recognises the kind of a file from the length and the first bytes of its stream. */
  static ForeignFile in(InputStream stream, long size) throws IOException {
    byte[] head = stream.readNBytes(MAGIC_AT + BBOLT.length);
    if (begins(head, 0, (byte) 0x1f, (byte) 0x8b)) {
      return GZIP;
    }
    if (begins(head, 0, (byte) 'P', (byte) 'K', (byte) 3, (byte) 4)) {
      return ZIP;
    }
    if (begins(head, 0, (byte) 0x28, (byte) 0xb5, (byte) 0x2f, (byte) 0xfd)) {
      return ZSTD;
    }
    if (!begins(head, MAGIC_AT, BBOLT)) {
      return OTHER;
    }
    if (hasSum(size)) {
      return SNAPSHOT;
    }
    return size % PAGE_BYTES == 0 ? DATABASE : CUT_OFF;
  }

  private static boolean begins(byte[] head, int at, byte... with) {
    return head.length >= at + with.length
        && Arrays.equals(head, at, at + with.length, with, 0, with.length);
  }
}
