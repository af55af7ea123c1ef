package io.quorate.datadir;

import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.datadir.raft.Identity;
import io.quorate.datadir.wal.LogReader;
import java.io.IOException;
import java.util.Optional;

/**
 * Reads whose data a directory holds, and nothing else, from the first bytes of a segment of its
 * log, so that every look can afford it. etcd never changes them, running or not.
 */
public final class OwnerReader {
  private OwnerReader() {}

  /**
   * Reads the owner of the data from the head of a log segment; empty where the bytes are no head
   * of a segment, or are damaged.
   *
   * @param head the first bytes of a segment; 512 are more than enough
   */
  public static Optional<Identity> read(byte[] head) {
    try {
      return LogReader.identity(new Bytes(head));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // a file's first bytes
  private record Bytes(byte[] content) implements ReadOnlyFile {
    @Override
    public long size() {
      return content.length;
    }

    @Override
    public int read(long position, byte[] into, int offset, int length) {
      int count = (int) Math.max(0, Math.min(length, content.length - position));
      System.arraycopy(content, (int) Math.min(position, content.length), into, offset, count);
      return count;
    }

    @Override
    public void close() {}
  }
}
