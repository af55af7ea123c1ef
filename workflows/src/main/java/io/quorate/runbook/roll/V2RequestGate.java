package io.quorate.runbook.roll;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberStatus;
import io.quorate.runbook.StepList;
import io.quorate.step.AwaitRaftSnapshot;
import io.quorate.step.ResumeToSnapshot;
import io.quorate.step.StopMember;
import io.quorate.version.Hop;
import io.quorate.version.HopCondition;
import io.quorate.version.VersionKnowledge;
import java.util.OptionalLong;

/**
 * The v2 gate (docs/etcd.md#v2-requests): 3.7 panics at every start when the raft log holds a v2
 * request after the member's newest raft snapshot, and every 3.5 process has written some. Nothing
 * records when the last of them ended, so each member takes a raft snapshot newer than the log was
 * when the upgrade was first prescribed.
 */
final class V2RequestGate {
  private final long beyond;

  /**
   * The gate of one upgrade.
   *
   * @param before the raft index when the upgrade was first prescribed; empty when that is now
   */
  V2RequestGate(ClusterView view, OptionalLong before) {
    this.beyond =
        before.orElseGet(
            () ->
                view.leader()
                    .flatMap(Member::status)
                    .map(MemberStatus::raftIndex)
                    .orElse(Long.MAX_VALUE));
  }

  long beyond() {
    return beyond;
  }

  /** Whether the member has to take a raft snapshot before this hop. */
  boolean lacks(Member member, Hop hop) {
    return VersionKnowledge.current()
            .conditions(hop)
            .contains(HopCondition.NO_V2_REQUEST_AFTER_RAFT_SNAPSHOT)
        && member.installation().raftSnapshotIndex().orElse(0L) < beyond;
  }

  /** Adds steps that make a stopped member take a raft snapshot and stop it again. */
  StepList force(StepList steps, Member member) {
    return steps.then(
        new ResumeToSnapshot(member.name(), beyond),
        new AwaitRaftSnapshot(member.name(), beyond),
        new StopMember(member.name()));
  }
}
