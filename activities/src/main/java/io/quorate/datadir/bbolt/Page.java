package io.quorate.datadir.bbolt;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A page of a database, or a bucket that is small enough to lie inside another's page. Of a page
 * that overflows into many only what is asked for is read.
 */
final class Page {
  private static final int BRANCH = 1;
  private static final int LEAF = 2;
  private static final int HEADER = Meta.PAGE_HEADER;
  private static final int ELEMENT = 16;
  private static final int BUCKET = 1;
  private static final int LONGEST_KEY = 64 * 1024;

  private final Bytes bytes;
  private final long limit;
  private final long id;
  private final int flags;
  private final int count;
  private final long overflow;
  private final boolean inline;

  /** Where a page's bytes are. */
  interface Bytes {
    byte[] read(long offset, int length) throws IOException, DamagedDatabaseException;
  }

  /**
   * Reads the head of a page.
   *
   * @param limit how many bytes there can be
   * @param inline whether it lies inside another page, where its number means nothing
   */
  Page(Bytes bytes, long limit, boolean inline) throws IOException, DamagedDatabaseException {
    this.bytes = bytes;
    this.limit = limit;
    this.inline = inline;
    ByteBuffer head = ByteBuffer.wrap(read(0, HEADER)).order(ByteOrder.LITTLE_ENDIAN);
    id = head.getLong(0);
    flags = head.getShort(8) & 0xffff;
    count = head.getShort(10) & 0xffff;
    overflow = head.getInt(12) & 0xffffffffL;
  }

  long id() {
    return id;
  }

  /** How many further pages belong to this one. */
  long overflow() {
    return overflow;
  }

  boolean isInline() {
    return inline;
  }

  int count() {
    return count;
  }

  boolean isLeaf() {
    return flags == LEAF;
  }

  boolean isBranch() {
    return flags == BRANCH;
  }

  byte[] key(int element) throws IOException, DamagedDatabaseException {
    ByteBuffer head = element(element);
    int position = isLeaf() ? head.getInt(4) : head.getInt(0);
    int length = isLeaf() ? head.getInt(8) : head.getInt(4);
    if (length < 0 || length > LONGEST_KEY) {
      throw new DamagedDatabaseException("a key of %d bytes".formatted(length & 0xffffffffL));
    }
    return read(start(element) + (position & 0xffffffffL), length);
  }

  /** The page to which an element of a branch points. */
  long child(int element) throws IOException, DamagedDatabaseException {
    return element(element).getLong(8);
  }

  boolean isBucket(int element) throws IOException, DamagedDatabaseException {
    return (element(element).getInt(0) & BUCKET) != 0;
  }

  long valueLength(int element) throws IOException, DamagedDatabaseException {
    return element(element).getInt(12) & 0xffffffffL;
  }

  /** Where the value begins, from the start of the page; checked to end within it. */
  long valueAt(int element) throws IOException, DamagedDatabaseException {
    ByteBuffer head = element(element);
    long at = start(element) + (head.getInt(4) & 0xffffffffL) + (head.getInt(8) & 0xffffffffL);
    if (at + valueLength(element) > limit) {
      throw new DamagedDatabaseException("a value goes beyond its page");
    }
    return at;
  }

  byte[] read(long offset, int length) throws IOException, DamagedDatabaseException {
    if (offset + length > limit) {
      throw new DamagedDatabaseException("something goes beyond its page");
    }
    return bytes.read(offset, length);
  }

  private ByteBuffer element(int element) throws IOException, DamagedDatabaseException {
    return ByteBuffer.wrap(read(start(element), ELEMENT)).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static long start(int element) {
    return HEADER + (long) element * ELEMENT;
  }
}
