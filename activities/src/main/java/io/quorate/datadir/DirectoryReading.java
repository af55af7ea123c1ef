package io.quorate.datadir;

import io.quorate.data.DataVerdict;
import io.quorate.datadir.backend.DatabaseFacts;
import io.quorate.datadir.raft.HardState;
import io.quorate.datadir.raft.Identity;
import io.quorate.datadir.raft.Position;
import io.quorate.datadir.wal.LoggedRequest;
import io.quorate.datadir.wal.RaftLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Result of reading a member's data directory.
 *
 * @param findings all that was noticed, each in a sentence, the reason for the verdict first
 * @param identity whose data it is, by its log
 * @param log empty where there is none
 * @param database empty where there is none, or it cannot be read
 * @param start the raft snapshot from which etcd would start; {@link Position#START} for none
 * @param state what the member will know when it has started; empty without a log and a database
 * @param uncertain entries of which this member does not know whether they were committed
 */
public record DirectoryReading(
    DataVerdict verdict,
    Depth depth,
    List<String> findings,
    Optional<Identity> identity,
    Optional<RaftLog> log,
    Optional<DatabaseFacts> database,
    Position start,
    Optional<DataState> state,
    Set<Trace> traces,
    List<LoggedRequest> uncertain) {
  public DirectoryReading {
    findings = List.copyOf(findings);
    traces = Set.copyOf(traces);
    uncertain = List.copyOf(uncertain);
  }

  /** A directory of which nothing but the verdict is known. */
  static DirectoryReading nothingBut(DataVerdict verdict, Depth depth, List<String> findings) {
    return new DirectoryReading(
        verdict,
        depth,
        findings,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Position.START,
        Optional.empty(),
        Set.of(),
        List.of());
  }

  /** The end of the log: its last entry, or the raft snapshot where that is later. */
  public Position last() {
    Position entry = log.map(RaftLog::last).orElse(Position.START);
    return Long.compareUnsigned(entry.index(), start.index()) >= 0 ? entry : start;
  }

  /**
   * The highest index that this member knows to be committed. A hard state that only moves the
   * commit is not flushed, so the database can know more than the log says (raft's {@code
   * rawnode.go}).
   */
  public long known() {
    long commit = log.map(RaftLog::state).map(HardState::commit).orElse(0L);
    long applied = database.map(DatabaseFacts::consistentIndex).orElse(0L);
    return Long.compareUnsigned(commit, applied) >= 0 ? commit : applied;
  }

  /**
   * Whether a member may be started on it. Only a full reading can say so; what a quick one finds
   * against it counts.
   */
  public boolean mayStart() {
    return depth == Depth.FULL && verdict.mayStart();
  }

  /**
   * Whether nothing that was read speaks against a start. Enough for data that is not started on
   * before all of it was read.
   */
  public boolean speaksForStart() {
    return verdict.mayStart();
  }

  /** This reading with another verdict, for the reason given. */
  DirectoryReading judged(DataVerdict other, String because) {
    List<String> all = new ArrayList<>(List.of(because));
    all.addAll(findings);
    return new DirectoryReading(
        other, depth, all, identity, log, database, start, state, traces, uncertain);
  }
}
