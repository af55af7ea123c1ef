package io.quorate.hosts;

import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.datadir.raft.HardState;
import io.quorate.datadir.wal.NextRecord;
import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
    long laidOut;
    try (ReadOnlyFile file = scratch.host().host().directory(folder).open(segment)) {
      next = NextRecord.state(file, state);
      laidOut = file.size();
    }
    // Under the lock, so that no attempt that hangs writes to the copy of the next one.
    Facts done =
        scratch
            .host()
            .underLock(
                MemberScript.APPEND,
                List.of(
                    scratch.suffix(),
                    folder + "/" + segment,
                    Long.toString(next.position()),
                    Integer.toString(next.bytes().length),
                    Long.toString(laidOut)),
                Scratch.LIMIT,
                facts ->
                    "go %s\n%s"
                        .formatted(inode, new String(next.bytes(), StandardCharsets.ISO_8859_1)));
    if (!done.has("appended")) {
      throw new Failure.Unknown("it was not said whether the log of the copy was continued");
    }
  }
}
