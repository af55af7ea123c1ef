package io.quorate.volume;

import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.datadir.raft.HardState;
import io.quorate.datadir.wal.NextRecord;
import io.quorate.datadir.wal.SegmentName;
import io.quorate.datadir.wal.UnmarkedLog;
import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import java.io.IOException;
import java.util.List;

/**
 * The log of a copy that Quorate made of a member's data: the only files of an etcd member that
 * Quorate itself writes to. A member's own log is never given to it.
 *
 * @param folder where the segments of the copy are, below the scratch directory
 * @param inode of the scratch directory that this attempt made
 */
record CopiedLog(Scratch scratch, String folder, String inode) {
  /**
   * Appends a hard state to the last segment. A record that was never written whole is cut off, as
   * etcd would; the space that etcd laid out behind it stays, all zeros.
   */
  void append(String segment, HardState state) throws IOException {
    NextRecord next;
    long size;
    try (ReadOnlyFile file = directory().open(segment)) {
      next = NextRecord.state(file, state);
      size = file.size();
    }
    write(segment, next.position(), Chunk.of(next.bytes()), size);
  }

  /**
   * Removes the marks of raft snapshots with a higher index than {@code index} from the log, so
   * that etcd does not start from these marks.
   *
   * @param segments the segments of the log, in their order
   * @throws UnmarkedLog.Unfit where the marks cannot be removed; then the log may be changed in
   *     part
   */
  void leaveOutMarks(List<SegmentName> segments, long index) throws IOException, UnmarkedLog.Unfit {
    UnmarkedLog.of(directory(), segments, index, this::replaceEnd);
  }

  private ReadOnlyDirectory directory() {
    return scratch.volume().host().directory(folder);
  }

  /**
   * Replaces the end of a segment from {@code position} on. Zeros fill the segment up to {@code
   * size} bytes.
   */
  private void replaceEnd(String segment, long position, ReadOnlyFile end, long size)
      throws IOException {
    long length = end.size();
    long done = 0;
    do {
      Chunk piece = Chunk.of(end, done, length);
      boolean last = done + piece.length() == length;
      write(segment, position + done, piece, last ? size : 0);
      done += piece.length();
    } while (done < length);
  }

  private void write(String segment, long position, Chunk piece, long size) {
    // Under the lock, so that no attempt that hangs writes to the copy of the next one.
    Facts done =
        scratch
            .volume()
            .underLock(
                VolumeScript.APPEND,
                List.of(
                    scratch.suffix(),
                    folder + "/" + segment,
                    Long.toString(position),
                    Integer.toString(piece.length()),
                    Long.toString(size)),
                Scratch.LIMIT,
                facts -> "go %s\n%s".formatted(inode, piece.text()));
    if (!done.has("appended")) {
      throw new Failure.Unknown("it was not said whether the log of the copy was continued");
    }
  }
}
