package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.Optional;

/**
 * Writes the canary until the member's newest raft snapshot is beyond an index, and sees the member
 * vote. v2 requests that older versions wrote into the raft log are then before the snapshot, where
 * 3.7 does not read them; after it they make 3.7 panic at every start (docs/etcd.md#v2-requests).
 *
 * @param beyond the raft index when the operation was first prescribed
 */
public record AwaitRaftSnapshot(MemberName member, long beyond) implements ActivityStep {
  @Override
  public String sentence() {
    return "Write until " + member + " has taken a raft snapshot";
  }

  @Override
  public Optional<MemberName> host() {
    return Optional.of(member);
  }

  @Override
  public Hazard hazard() {
    return Hazard.OBSERVES;
  }

  @Override
  public Budget budget() {
    return new Budget(Duration.ofMinutes(10), 20);
  }

  /** The evidence of the raft snapshot, also for a member that was stopped again for its turn. */
  @Override
  public Optional<String> isDone(ClusterView view) {
    boolean stopped =
        view.member(member)
            .map(Member::workload)
            .filter(process -> process.state() == Workload.State.HELD)
            .isPresent();
    return stopped || view.member(member).filter(view::isVoting).isPresent()
        ? Preconditions.raftSnapshot(view, member, beyond)
        : Optional.empty();
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().inSync(member);
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return view.member(member).filter(view::isVoting).isPresent()
        ? Verdict.PROCEED
        : new Verdict.NotYet(member + " does not vote yet");
  }
}
