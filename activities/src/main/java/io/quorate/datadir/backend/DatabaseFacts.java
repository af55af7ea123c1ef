package io.quorate.datadir.backend;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberId;
import io.quorate.datadir.raft.MemberRecord;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Facts that a database states about etcd itself.
 *
 * @param bytes the bytes in use
 * @param transaction the number of its last transaction: a later look with the same number saw the
 *     same
 * @param consistentIndex the index up to which the log was applied; 0 where it is not written
 * @param term the term of that entry; etcd 3.4 does not write it, and keeps an older one that a 3.5
 *     wrote before it went back
 * @param revision the highest revision
 * @param scheduledCompaction the revision that a compaction was begun for; 0 for none
 * @param finishedCompaction the revision up to which history is gone; 0 for none
 * @param storageVersion written from 3.6 on
 * @param clusterVersion empty where it was not agreed upon yet
 * @param downgradeTarget the minor to which a downgrade is enabled
 * @param authentication whether it is switched on
 * @param bumped whether the last revision is one that a restore with {@code --bump-revision} left
 */
public record DatabaseFacts(
    long bytes,
    long transaction,
    boolean oneMetaOnly,
    long consistentIndex,
    OptionalLong term,
    long revision,
    long scheduledCompaction,
    long finishedCompaction,
    List<MemberRecord> members,
    List<MemberId> removed,
    List<Alarm> alarms,
    Optional<String> storageVersion,
    Optional<String> clusterVersion,
    Optional<String> downgradeTarget,
    boolean authentication,
    boolean bumped) {
  public DatabaseFacts {
    members = List.copyOf(members);
    removed = List.copyOf(removed);
    alarms = List.copyOf(alarms);
  }

  /** Returns the facts with which etcd starts where no database exists. */
  public static DatabaseFacts none() {
    return new DatabaseFacts(
        0,
        0,
        false,
        0,
        OptionalLong.empty(),
        1,
        0,
        0,
        List.of(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        false);
  }

  /** Whether a compaction was begun and not finished; etcd goes on with it when it starts. */
  public boolean compactionUnfinished() {
    return scheduledCompaction > finishedCompaction;
  }
}
