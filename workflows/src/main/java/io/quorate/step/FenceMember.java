package io.quorate.step;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Workload;
import java.util.Optional;

/**
 * Keeps a stopped member from being started while there is no quorum, because its data must not
 * boot while the others come back (docs/etcd.md#n-06). It takes no vote away, for the member does
 * not run. Plans of earlier releases have it, one for each member; {@link FenceMembers} holds them
 * at once.
 */
public record FenceMember(MemberName member) implements ActivityStep {
  @Override
  public String sentence() {
    return "Keep " + member + " stopped";
  }

  @Override
  public Optional<MemberName> host() {
    return Optional.of(member);
  }

  @Override
  public Hazard hazard() {
    return Hazard.REVERSIBLE;
  }

  @Override
  public Budget budget() {
    return Budget.HOST;
  }

  @Override
  public QuorumNeed quorumNeed() {
    return QuorumNeed.RETURNS_VOTES;
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return new HoldMember(member).isDone(view);
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return Preconditions.mayBeHeld(view, member);
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().workload(member, Workload.State.HELD);
  }
}
