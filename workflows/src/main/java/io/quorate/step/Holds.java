package io.quorate.step;

import io.quorate.cluster.Destination;
import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The steps that keep stopped members from being started. */
public sealed interface Holds extends ActivityStep {
  @Override
  default Hazard hazard() {
    return Hazard.REVERSIBLE;
  }

  @Override
  default Budget budget() {
    return Budget.HOST;
  }

  /**
   * Keeps a stopped member from being started again with its old data (the fence), also one that
   * its supervisor starts again and again.
   */
  record HoldMember(MemberName member) implements Holds, OnOneMember {
    @Override
    public String sentence() {
      return "Keep " + member + " stopped";
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      return Preconditions.held(view, member);
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      return Preconditions.mayBeHeld(view, member);
    }

    @Override
    public ClusterView project(ClusterView view) {
      return view.projected().workload(member, Workload.Gone.HELD);
    }
  }

  /**
   * Takes the binding of a start to a node or zone back, where the member does not run: nothing may
   * have room for it there. It is held then, and started anywhere afterwards. A member that runs
   * stays where it is.
   */
  record LeaveDestination(MemberName member, Destination to) implements Holds, OnOneMember {
    @Override
    public String sentence() {
      return "Take the binding of " + member + " to " + to.words() + " back, unless it runs";
    }

    /** Brings a vote back, so another member that died meanwhile must not keep it from that. */
    @Override
    public QuorumNeed quorumNeed() {
      return QuorumNeed.RETURNS_VOTES;
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      return Preconditions.held(view, member)
          .or(
              () ->
                  view.member(member)
                      .map(Member::workload)
                      .filter(Workload::runs)
                      .map(Workload::evidence));
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      return Preconditions.mayBeHeld(view, member);
    }

    @Override
    public ClusterView project(ClusterView view) {
      return view.projected().workload(member, Workload.Gone.HELD);
    }
  }

  /**
   * Keeps stopped members from being started while there is no quorum, because their data must not
   * boot while the others come back, or while another cluster is restored in their place
   * (docs/etcd.md#n-06, #n-12). It takes no vote away, for none of them runs. They are held at the
   * same time, as writes wait for the last of them.
   *
   * @param members at least one
   */
  record FenceMembers(List<MemberName> members) implements Holds {
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
    public QuorumNeed quorumNeed() {
      return QuorumNeed.RETURNS_VOTES;
    }

    /** Whether all are held; one that was held before the worker died is not held again. */
    @Override
    public Optional<String> isDone(ClusterView view) {
      List<Optional<String>> held =
          members.stream().map(member -> Preconditions.held(view, member)).toList();
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
        held = held.projected().workload(member, Workload.Gone.HELD);
      }
      return held;
    }
  }
}
