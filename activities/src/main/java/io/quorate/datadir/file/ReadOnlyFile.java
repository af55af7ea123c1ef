package io.quorate.datadir.file;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A file that is read at a position; never written, mapped or locked. */
public interface ReadOnlyFile extends Closeable {
  /** The size in bytes, asked anew each time: another process may be writing. */
  long size() throws IOException;

  /**
   * Reads up to {@code length} bytes at the position.
   *
   * @return how many were read; 0 at the end of the file
   */
  int read(long position, byte[] into, int offset, int length) throws IOException;

  /**
   * Reads pieces of the same length at several positions. The pieces of a file of another machine
   * are read in parallel.
   *
   * @throws EOFException where the file ends before the end of a piece
   */
  default List<byte[]> bytes(List<Long> positions, int length) throws IOException {
    List<byte[]> pieces = new ArrayList<>();
    for (long position : positions) {
      pieces.add(bytes(position, length));
    }
    return pieces;
  }

  /**
   * Reads exactly that many bytes at the position.
   *
   * @throws EOFException where the file ends before
   */
  default byte[] bytes(long position, int length) throws IOException {
    byte[] bytes = new byte[length];
    int done = 0;
    while (done < length) {
      int read = read(position + done, bytes, done, length - done);
      if (read <= 0) {
        throw new EOFException("the file ends at " + (position + done));
      }
      done += read;
    }
    return bytes;
  }
}
