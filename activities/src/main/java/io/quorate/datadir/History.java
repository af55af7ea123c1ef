package io.quorate.datadir;

import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.raft.Identity;
import io.quorate.datadir.raft.Position;
import io.quorate.datadir.raft.SnapshotMark;
import io.quorate.datadir.wal.EntryDigests;
import io.quorate.datadir.wal.LogReader;
import io.quorate.datadir.wal.RaftLog;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * History that the log of a data directory tells, up to its end or its first damage: which entry is
 * at which index, and in which term.
 */
public final class History {
  private final RaftLog log;
  private final EntryDigests digests;

  private History(RaftLog log, EntryDigests digests) {
    this.log = log;
    this.digests = digests;
  }

  /**
   * Reads all of a log.
   *
   * @param dedicatedLog the directory of the log where it is one of its own ({@code ETCD_WAL_DIR})
   */
  public static History read(ReadOnlyDirectory data, Optional<ReadOnlyDirectory> dedicatedLog)
      throws IOException {
    Layout layout = Layout.of(data, dedicatedLog);
    var digests = new EntryDigests();
    RaftLog log = LogReader.read(layout.log(), layout.logFolder(), layout.segments(), digests);
    return new History(log, digests);
  }

  /** Returns the owner of the data; empty where the log names no owner. */
  public Optional<Identity> identity() {
    return log.identity();
  }

  /** The end of the log; {@link Position#START} where it has no entry. */
  public Position last() {
    return log.last();
  }

  /** The index of the first entry from which on there is no gap; 0 where there is no entry. */
  long first() {
    return log.first();
  }

  /** The term of the entry with that index, by the entry or by the mark of a raft snapshot. */
  OptionalLong termAt(long index) {
    OptionalLong term = log.terms().of(index);
    return term.isPresent()
        ? term
        : log.marks().stream()
            .map(SnapshotMark::at)
            .filter(at -> at.index() == index && index != 0)
            .mapToLong(Position::term)
            .reduce((earlier, later) -> later);
  }

  OptionalLong digestAt(long index) {
    return digests.of(index);
  }

  /** The indexes of raft snapshots that the log has a mark of. */
  SortedSet<Long> marked() {
    SortedSet<Long> indexes = new TreeSet<>(Long::compareUnsigned);
    log.marks().stream().map(mark -> mark.at().index()).forEach(indexes::add);
    return indexes;
  }
}
