package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.workload.Workload;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Keeps stopped members from being started while there is no quorum, because their data must not
 * boot while the others come back, or while another cluster is restored in their place
 * (docs/etcd.md#n-06, #n-12). It takes no vote away, for none of them runs. They are held at the
 * same time, as writes wait for the last of them.
 *
 * @param members at least one
 */
public record FenceMembers(List<MemberName> members) implements ActivityStep {
  public FenceMembers {
    members = List.copyOf(members);
  }

  @Override
  public String sentence() {
    return "Keep " + MemberName.inWords(members) + " stopped";
  }

  @Override
  public Set<MemberName> hosts() {
    return new TreeSet<>(members);
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

  /** Whether all are held; one that was held before the worker died is not held again. */
  @Override
  public Optional<String> isDone(ClusterView view) {
    List<Optional<String>> held =
        members.stream().map(member -> new HoldMember(member).isDone(view)).toList();
    return held.stream().allMatch(Optional::isPresent)
        ? Optional.of(held.stream().flatMap(Optional::stream).collect(Collectors.joining("; ")))
        : Optional.empty();
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return members.stream()
        .map(member -> Preconditions.mayBeHeld(view, member))
        .filter(verdict -> !verdict.equals(Verdict.PROCEED))
        .findFirst()
        .orElse(Verdict.PROCEED);
  }

  @Override
  public ClusterView project(ClusterView view) {
    ClusterView held = view;
    for (MemberName member : members) {
      held = held.projected().workload(member, Workload.State.HELD);
    }
    return held;
  }
}
