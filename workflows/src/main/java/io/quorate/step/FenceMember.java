package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import java.util.List;
import java.util.Optional;

/**
 * Keeps a stopped member from being started while there is no quorum, because its data must not
 * boot while the others come back (docs/etcd.md#n-06). It takes no vote away, for the member does
 * not run. Plans of earlier releases have it, one for each member; {@link FenceMembers} holds them
 * at once.
 */
public record FenceMember(MemberName member) implements ActivityStep {
  private FenceMembers fence() {
    return new FenceMembers(List.of(member));
  }

  @Override
  public String sentence() {
    return fence().sentence();
  }

  @Override
  public Optional<MemberName> host() {
    return Optional.of(member);
  }

  @Override
  public Hazard hazard() {
    return fence().hazard();
  }

  @Override
  public Budget budget() {
    return fence().budget();
  }

  @Override
  public QuorumNeed quorumNeed() {
    return fence().quorumNeed();
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return fence().isDone(view);
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return fence().mayRun(view);
  }

  @Override
  public ClusterView project(ClusterView view) {
    return fence().project(view);
  }
}
