package io.quorate.datadir;

import io.quorate.datadir.raft.HardState;
import io.quorate.datadir.raft.MembershipChange;
import io.quorate.datadir.raft.Position;
import io.quorate.datadir.raft.SnapshotMark;
import io.quorate.datadir.wal.RaftLog;

/**
 * The end of a log that a recovery takes as committed. A member has an entry on its disk before the
 * entry is acknowledged, and writes down later that it is committed; a forced new cluster drops
 * what that does not cover (docs/etcd.md#salvage). Raft itself would keep such entries if the
 * member with the furthest log that is left became the leader.
 *
 * @param written the last hard state in the log
 * @param decided the hard state that covers the end
 * @param end the last entry that is taken
 * @param leftOut how many entries follow the end
 */
public record CommittedTail(HardState written, HardState decided, Position end, long leftOut) {
  /**
   * The tail of a log that was read in full.
   *
   * @throws java.util.NoSuchElementException where there is no log
   */
  public static CommittedTail of(DirectoryReading reading) {
    RaftLog log = reading.log().orElseThrow();
    HardState written = log.state();
    Position last = reading.last();
    Position end = endsAt(reading, log, last);
    return new CommittedTail(written, covering(written, log, end), end, last.index() - end.index());
  }

  private static Position endsAt(DirectoryReading reading, RaftLog log, Position last) {
    long known = reading.known();
    if (takesUpSnapshot(log)) {
      return at(known, reading, log);
    }
    // Nobody knows whether this change of the membership was decided, and a forced member applies
    // what is committed: where the change removes that member it would end.
    return log.changes().stream()
        .map(MembershipChange::at)
        .filter(change -> Long.compareUnsigned(change.index(), known) > 0)
        .findFirst()
        .map(change -> at(change.index() - 1, reading, log))
        .orElse(last);
  }

  /**
   * Whether the member was killed while it took up a raft snapshot that its leader sent: the
   * entries behind the commit index are then those that the snapshot replaces.
   */
  private static boolean takesUpSnapshot(RaftLog log) {
    return log.marks().stream()
        .map(SnapshotMark::at)
        .filter(mark -> Long.compareUnsigned(mark.index(), log.state().commit()) > 0)
        .anyMatch(mark -> log.terms().of(mark.index()).orElse(0) != mark.term());
  }

  private static Position at(long index, DirectoryReading reading, RaftLog log) {
    return new Position(log.terms().of(index).orElse(reading.start().term()), index);
  }

  /** A vote is for one term: where the entries are of a later one it is left out. */
  private static HardState covering(HardState written, RaftLog log, Position end) {
    if (Long.compareUnsigned(end.index(), written.commit()) <= 0) {
      return written;
    }
    long term = log.last().term();
    return Long.compareUnsigned(term, written.term()) > 0
        ? new HardState(term, 0, end.index())
        : new HardState(written.term(), written.vote(), end.index());
  }

  /** How many entries the log holds as not yet committed and the recovery takes as committed. */
  public long taken() {
    return decided.commit() - written.commit();
  }
}
