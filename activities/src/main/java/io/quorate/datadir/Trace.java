package io.quorate.datadir;

import io.quorate.datadir.backend.DatabaseFacts;
import io.quorate.datadir.raft.MembershipChange;
import io.quorate.datadir.raft.SnapshotMark;
import io.quorate.datadir.wal.RaftLog;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Traces that data keeps of its past. The first two are there only as long as the oldest segments
 * are.
 */
public enum Trace {
  /** The data began as a snapshot that was restored. */
  RESTORED,
  /** The member was forced into a cluster of its own: others were removed without being asked. */
  FORCED_NEW_CLUSTER,
  /** The revision was raised by a restore, and all before it marked as compacted. */
  REVISION_BUMPED;

  static Set<Trace> of(RaftLog log, Optional<DatabaseFacts> database) {
    Set<Trace> traces = EnumSet.noneOf(Trace.class);
    if (restoredAt(log).isPresent()) {
      traces.add(RESTORED);
    }
    if (log.changes().stream()
        .anyMatch(
            change -> change.kind() == MembershipChange.Kind.REMOVE && change.changeId() == 0)) {
      traces.add(FORCED_NEW_CLUSTER);
    }
    if (database.filter(DatabaseFacts::bumped).isPresent()) {
      traces.add(REVISION_BUMPED);
    }
    return traces;
  }

  /**
   * Returns the raft index at which a restore ended and the log goes on; empty where the log did
   * not begin as a restore. No entry has the content up to this index: only the database has it.
   */
  static OptionalLong restoredAt(RaftLog log) {
    return log.marks().stream()
        .filter(mark -> restored(log, mark))
        .mapToLong(mark -> mark.at().index())
        .findFirst();
  }

  /**
   * A restore writes one entry for each member, in term 1, and marks a raft snapshot after them.
   */
  private static boolean restored(RaftLog log, SnapshotMark mark) {
    long members = mark.at().index();
    return mark.at().term() == 1
        && members > 0
        && log.changes().stream()
                .filter(change -> Long.compareUnsigned(change.at().index(), members) <= 0)
                .filter(change -> change.changeId() == 0)
                .count()
            == members;
  }
}
