package io.quorate.datadir;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberId;
import io.quorate.datadir.raft.MemberRecord;
import java.util.List;
import java.util.Optional;

/**
 * State that a member has once every entry is applied that the member knows to be committed.
 *
 * @param members as of then, by id
 * @param removed ids that can never come back
 * @param raftMembers the ids that raft itself counts, voters and learners
 * @param lowestRevision the revision is at least that
 * @param highestRevision and at most that: of deletions and transactions nobody can say whether
 *     they change something
 * @param finishedCompaction the revision up to which history is gone
 */
public record DataState(
    List<MemberRecord> members,
    List<MemberId> removed,
    List<MemberId> raftMembers,
    List<Alarm> alarms,
    boolean authentication,
    Optional<String> clusterVersion,
    Optional<String> storageVersion,
    Optional<String> downgradeTarget,
    long lowestRevision,
    long highestRevision,
    long finishedCompaction) {
  public DataState {
    members = List.copyOf(members);
    removed = List.copyOf(removed);
    raftMembers = List.copyOf(raftMembers);
    alarms = List.copyOf(alarms);
  }
}
