package io.quorate.volume;

import io.quorate.data.DataVerdict;
import io.quorate.datadir.DirectoryReading;
import io.quorate.datadir.raft.MemberRecord;
import io.quorate.snapshot.Salvage.Way;
import java.util.Optional;

/**
 * Choice of the data of a member from which a snapshot is made (docs/etcd.md#salvage). The log is
 * used wherever etcd would start on the log: the database alone lacks the entries that etcd had not
 * yet written to it.
 */
final class SalvageSource {
  private SalvageSource() {}

  /**
   * The way to a snapshot of this data; empty where there is none. The database is the source where
   * the data is a learner's: an etcd that is forced into a new cluster on it removes all voters
   * before it adds itself, and panics on every minor (docs/etcd.md#force-new-cluster).
   */
  static Optional<Way> of(DirectoryReading reading) {
    Optional<Way> way = of(reading.verdict());
    return isLearner(reading)
        ? way.filter(one -> one == Way.DATABASE_FILE || isWhole(reading.verdict()))
            .map(one -> Way.DATABASE_FILE)
        : way;
  }

  /** Whether the database is of the log beside it. */
  private static boolean isWhole(DataVerdict verdict) {
    return verdict == DataVerdict.OK || verdict == DataVerdict.OK_REPAIR;
  }

  private static boolean isLearner(DirectoryReading reading) {
    return reading.state().stream()
        .flatMap(state -> state.members().stream())
        .filter(MemberRecord::learner)
        .anyMatch(
            learner ->
                reading.identity().filter(own -> own.member().equals(learner.id())).isPresent());
  }

  /** The way to a snapshot of a voter's data; empty where there is none. */
  static Optional<Way> of(DataVerdict verdict) {
    if (verdict.mayStart()) {
      return Optional.of(Way.FORCED_COPY);
    }
    return Optional.of(Way.DATABASE_FILE).filter(way -> verdict.leavesItsDatabase());
  }
}
