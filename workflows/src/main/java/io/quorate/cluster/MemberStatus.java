package io.quorate.cluster;

import java.util.List;
import java.util.Optional;

/**
 * A member's own status (etcd's {@code Status}). A member answers it without quorum too, so it
 * proves that the process lives, nothing more (docs/etcd.md#n-26).
 *
 * @param leader the leader it follows; empty when it sees none
 * @param raftIndex etcd reports the committed index here, not the last index of the log
 * @param dbSizeInUseBytes 0 when the version does not report it
 * @param alarms the alarms among the errors that it reports; the list of alarms itself needs quorum
 */
public record MemberStatus(
    MemberId memberId,
    ClusterId clusterId,
    EtcdVersion version,
    boolean learner,
    Optional<MemberId> leader,
    long raftTerm,
    long raftIndex,
    long raftAppliedIndex,
    Revision revision,
    long dbSizeBytes,
    long dbSizeInUseBytes,
    List<Alarm.Kind> alarms,
    StorageStatus storage) {
  public MemberStatus {
    alarms = List.copyOf(alarms);
  }

  /** The status that a member is assumed to have which comes back, of which nothing is known. */
  public static MemberStatus assumed(MemberId id, ClusterId cluster, EtcdVersion version) {
    return new MemberStatus(
        id,
        cluster,
        version,
        false,
        Optional.empty(),
        1,
        0,
        0,
        new Revision(0),
        0,
        0,
        List.of(),
        StorageStatus.UNKNOWN);
  }

  /** The status in another term, under this leader. */
  public MemberStatus inTerm(long term, MemberId led) {
    return new MemberStatus(
        memberId,
        clusterId,
        version,
        learner,
        Optional.of(led),
        term,
        raftIndex,
        raftAppliedIndex,
        revision,
        dbSizeBytes,
        dbSizeInUseBytes,
        List.of(),
        storage);
  }

  public boolean isLeader() {
    return leader.filter(memberId::equals).isPresent();
  }

  /** The status that a follower of this leader would report once it is level with it. */
  public MemberStatus followedBy(MemberId follower, boolean asLearner) {
    return copy(follower, asLearner, leader, List.of(), storage);
  }

  /** The status under another leader. */
  public MemberStatus ledBy(Optional<MemberId> other) {
    return copy(memberId, learner, other, alarms, storage);
  }

  /** The status with another version of etcd. */
  public MemberStatus running(EtcdVersion other) {
    return new MemberStatus(
        memberId,
        clusterId,
        other,
        learner,
        leader,
        raftTerm,
        raftIndex,
        raftAppliedIndex,
        revision,
        dbSizeBytes,
        dbSizeInUseBytes,
        alarms,
        storage);
  }

  /** The status after the promotion of a learner. */
  public MemberStatus promoted() {
    return copy(memberId, false, leader, alarms, storage);
  }

  /** The status with this storage status. */
  public MemberStatus with(StorageStatus told) {
    return copy(memberId, learner, leader, alarms, told);
  }

  private MemberStatus copy(
      MemberId id,
      boolean asLearner,
      Optional<MemberId> follows,
      List<Alarm.Kind> reported,
      StorageStatus told) {
    return new MemberStatus(
        id,
        clusterId,
        version,
        asLearner,
        follows,
        raftTerm,
        raftIndex,
        raftAppliedIndex,
        revision,
        dbSizeBytes,
        dbSizeInUseBytes,
        reported,
        told);
  }

  /** Returns the bytes in use; versions that do not report them use the whole file. */
  public long bytesInUse() {
    return dbSizeInUseBytes > 0 ? dbSizeInUseBytes : dbSizeBytes;
  }
}
