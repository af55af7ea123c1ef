package io.quorate.port;

import io.quorate.cluster.Revision;
import java.util.List;
import java.util.Optional;

/** Makes contents of snapshots without members, alarms and keys. */
public final class PlainContent {
  private PlainContent() {}

  /**
   * Returns content that reaches up to this revision and raft index; the term is empty where the
   * database has none.
   */
  public static SnapshotContent of(long revision, long raftIndex, Optional<Long> raftTerm) {
    return new SnapshotContent(
        new Revision(revision),
        raftIndex,
        raftTerm,
        List.of(),
        List.of(),
        Optional.empty(),
        false,
        List.of(),
        Optional.empty(),
        Optional.empty());
  }
}
