package io.quorate.hosts;

import io.quorate.datadir.file.LocalDirectory;
import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.datadir.raft.HardState;
import io.quorate.datadir.wal.NextRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The log of a copy that Quorate made of a member's data: the only files of an etcd member that
 * Quorate itself writes to. A member's own log is never given to it.
 *
 * @param folder where the segments of the copy are
 */
record CopiedLog(Path folder) {
  /**
   * Appends a hard state to the last segment. A record that was never written whole is cut off, as
   * etcd would; the space that etcd laid out behind it stays, all zeros.
   */
  void append(String segment, HardState state) throws IOException {
    NextRecord next;
    try (ReadOnlyFile file = new LocalDirectory(folder).open(segment)) {
      next = NextRecord.state(file, state);
    }
    try (FileChannel file =
        FileChannel.open(
            folder.resolve(segment), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      long laidOut = file.size();
      long end = next.position() + next.bytes().length;
      file.truncate(next.position());
      write(file, next.bytes(), next.position());
      if (laidOut > end) {
        write(file, new byte[1], laidOut - 1);
      }
      file.force(true);
    }
  }

  private static void write(FileChannel file, byte[] bytes, long position) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(bytes);
    while (left.hasRemaining()) {
      file.write(left, position + left.position());
    }
  }
}
