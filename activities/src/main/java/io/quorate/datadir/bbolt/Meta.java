package io.quorate.datadir.bbolt;

import io.quorate.datadir.file.ReadOnlyFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * A meta page of a database (bbolt's {@code internal/common/meta.go}).
 *
 * @param rootPage the page of the bucket of buckets
 * @param pages how many pages are in use: every page has a lower number
 * @param transaction the number of the transaction that wrote it; the higher of two counts
 */
public record Meta(int pageBytes, long rootPage, long pages, long transaction) {
  static final int PAGE_HEADER = 16;

  private static final int BYTES = 64;
  private static final int SUMMED = 56;
  private static final int MAGIC = 0xED0CDAED;
  private static final int VERSION = 2;
  private static final long FNV_START = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;
  private static final int SMALLEST_PAGE = 1024;
  private static final int PAGE_SIZES = 15;

  /** The meta page that starts there; empty where it is none, or its checksum is wrong. */
  static Optional<Meta> at(ReadOnlyFile file, long size, long position) throws IOException {
    if (position + PAGE_HEADER + BYTES > size) {
      return Optional.empty();
    }
    byte[] bytes = file.bytes(position + PAGE_HEADER, BYTES);
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (in.getInt(0) != MAGIC || in.getInt(4) != VERSION || in.getLong(56) != sum(bytes)) {
      return Optional.empty();
    }
    int pageBytes = in.getInt(8);
    return isPageSize(pageBytes)
        ? Optional.of(new Meta(pageBytes, in.getLong(16), in.getLong(40), in.getLong(48)))
        : Optional.empty();
  }

  private static boolean isPageSize(int bytes) {
    return bytes >= SMALLEST_PAGE
        && Integer.bitCount(bytes) == 1
        && bytes <= SMALLEST_PAGE << (PAGE_SIZES - 1);
  }

  private static long sum(byte[] bytes) {
    long sum = FNV_START;
    for (int k = 0; k < SUMMED; k++) {
      sum = (sum ^ (bytes[k] & 0xff)) * FNV_PRIME;
    }
    return sum;
  }

  /**
   * The meta page that counts: the valid one with the higher transaction. Where the first one is
   * damaged, the second is searched at every size that a page can have.
   *
   * @param size the size of the file in bytes; the file may have grown since
   */
  static Both read(ReadOnlyFile file, long size) throws IOException, DamagedDatabaseException {
    Optional<Meta> first = at(file, size, 0);
    if (first.isPresent()) {
      return new Both(first, at(file, size, first.get().pageBytes()));
    }
    for (int k = 0; k < PAGE_SIZES; k++) {
      int pageBytes = SMALLEST_PAGE << k;
      Optional<Meta> second = at(file, size, pageBytes);
      if (second.filter(meta -> meta.pageBytes() == pageBytes).isPresent()) {
        return new Both(first, second);
      }
    }
    throw new DamagedDatabaseException("neither meta page is valid");
  }

  /** Both meta pages; at least one is valid. */
  record Both(Optional<Meta> first, Optional<Meta> second) {
    Meta newer() {
      Meta one = first.or(() -> second).orElseThrow();
      Meta other = second.orElse(one);
      return Long.compareUnsigned(other.transaction(), one.transaction()) > 0 ? other : one;
    }

    boolean oneOnly() {
      return first.isEmpty() || second.isEmpty();
    }
  }
}
