package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.workload.Workload;
import java.util.Optional;

/**
 * Keeps a stopped member from being started again with its old data (the fence), also one that its
 * supervisor starts again and again.
 */
public record HoldMember(MemberName member) implements ActivityStep {
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
  public Optional<String> isDone(ClusterView view) {
    return view.member(member)
        .filter(seen -> seen.workload().state() == Workload.State.HELD)
        .map(seen -> member + " is held: " + seen.workload().evidence());
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
