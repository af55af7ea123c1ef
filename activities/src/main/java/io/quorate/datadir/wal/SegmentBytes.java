package io.quorate.datadir.wal;

import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.datadir.raft.MalformedMessageException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The bytes of a segment, through a window: frames, and what is zero (etcd's {@code
 * wal/decoder.go}).
 */
final class SegmentBytes {
  /** The length that stands before each record. */
  static final int HEAD = Long.BYTES;

  /**
   * Larger records are taken as damage; etcd's largest request is 1.5 MiB unless it is told else.
   */
  static final int LARGEST_RECORD = 16 * 1024 * 1024;

  /** The tag of a record's first field, its type. */
  private static final byte TYPE_FIELD = 0x08;

  private static final int SECTOR = 512;
  private static final int WINDOW = 256 * 1024;

  /**
   * The window of who reads on and on: over a network each window is a way there and back, and a
   * new segment is 64 MB of zeros.
   */
  private static final int LARGEST_WINDOW = 16 * 1024 * 1024;

  private static final byte[] ZEROS = new byte[WINDOW];
  private static final long LENGTH_BITS = (1L << 56) - 1;

  private final ReadOnlyFile file;
  private final long size;
  private byte[] window = {};
  private long windowAt;
  private long handled;

  SegmentBytes(ReadOnlyFile file) throws IOException {
    this.file = file;
    this.size = file.size();
  }

  long size() {
    return size;
  }

  /** Bytes that were read or looked at so far, those that were looked at again included. */
  long handled() {
    return handled;
  }

  Frame at(long position) throws IOException {
    if (position >= size) {
      return new Frame.Nothing();
    }
    if (size - position < HEAD) {
      return new Frame.BeyondEnd(0);
    }
    long head = ByteBuffer.wrap(read(position, HEAD)).order(ByteOrder.LITTLE_ENDIAN).getLong();
    if (head == 0) {
      return new Frame.Nothing();
    }
    long length = head & LENGTH_BITS;
    int padding = padding(head);
    if (length > size - position - HEAD - padding) {
      return new Frame.BeyondEnd(length);
    }
    if (length > LARGEST_RECORD) {
      return new Frame.Malformed("a record of %d MiB".formatted(length >> 20));
    }
    try {
      byte[] frame = read(position + HEAD, (int) length);
      long end = position + HEAD + length + padding;
      return new Frame.Whole(WalRecord.read(frame, frame.length), end);
    } catch (MalformedMessageException e) {
      return new Frame.Malformed(String.valueOf(e.getMessage()));
    }
  }

  private static int padding(long head) {
    return head < 0 ? (int) ((head >>> 56) & 7) : 0;
  }

  /**
   * Whether a piece of the frame's content between two boundaries of 512 bytes is all zero: then
   * the power went while it was written, says etcd ({@code isTornEntry}).
   */
  boolean torn(long position) throws IOException {
    long head = ByteBuffer.wrap(read(position, HEAD)).order(ByteOrder.LITTLE_ENDIAN).getLong();
    long end = Math.min(size, position + HEAD + (head & LENGTH_BITS) + padding(head));
    for (long from = position + HEAD; from < end; ) {
      long to = Math.min(end, (from / SECTOR + 1) * SECTOR);
      if (allZero(read(from, (int) (to - from)))) {
        return true;
      }
      from = to;
    }
    return false;
  }

  /** Whether a record of a known type can begin there, by its head and its first two bytes. */
  boolean mayBeRecord(long position) throws IOException {
    if (size - position < HEAD + 2) {
      return false;
    }
    ByteBuffer first = ByteBuffer.wrap(read(position, HEAD + 2)).order(ByteOrder.LITTLE_ENDIAN);
    long head = first.getLong();
    long length = head & LENGTH_BITS;
    return length <= LARGEST_RECORD
        && length <= size - position - HEAD - padding(head)
        && first.get() == TYPE_FIELD
        && WalRecord.known(first.get());
  }

  /** The first byte from the position on that is not zero; the size where there is none. */
  long firstNotZero(long position) throws IOException {
    for (long at = position; at < size; at = windowAt + window.length) {
      if (at < windowAt || at >= windowAt + window.length) {
        slide(at, 1);
      }
      int different = firstNotZeroInWindow((int) (at - windowAt));
      if (different >= 0) {
        return windowAt + different;
      }
    }
    return size;
  }

  /** Most of a segment is zero when it is new: the JDK compares many bytes at once. */
  private int firstNotZeroInWindow(int position) {
    for (int from = position; from < window.length; from += ZEROS.length) {
      int to = Math.min(window.length, from + ZEROS.length);
      int different = Arrays.mismatch(window, from, to, ZEROS, 0, to - from);
      if (different >= 0) {
        return from + different;
      }
    }
    return -1;
  }

  private static boolean allZero(byte[] bytes) {
    return Arrays.mismatch(bytes, 0, bytes.length, ZEROS, 0, bytes.length) < 0;
  }

  private byte[] read(long position, int length) throws IOException {
    handled += length;
    if (position < windowAt || position + length > windowAt + window.length) {
      slide(position, length);
    }
    int from = (int) (position - windowAt);
    if (from + length > window.length) {
      throw new EOFException("the segment became shorter");
    }
    return Arrays.copyOfRange(window, from, from + length);
  }

  /**
   * Moves the window to the position. The new window is large where it continues the old window,
   * and small where it jumps.
   */
  private void slide(long position, int wanted) throws IOException {
    boolean goesOn = position >= windowAt && position <= windowAt + window.length;
    int length = goesOn && window.length > 0 ? LARGEST_WINDOW : Math.max(WINDOW, wanted);
    window = file.bytes(position, (int) Math.min(length, size - position));
    windowAt = position;
    handled += window.length;
  }
}
