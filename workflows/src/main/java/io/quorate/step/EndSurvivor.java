package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.workload.Workload;
import java.util.Optional;

/**
 * Stops a member that runs on without quorum and keeps it stopped, once people have decided not to
 * wait for the others: its data can be read to the end only then, and nothing is restored while a
 * member of the old cluster runs (docs/etcd.md#n-12). Its data is not touched.
 */
public record EndSurvivor(MemberName member) implements ActivityStep {
  @Override
  public String sentence() {
    return "Stop "
        + member
        + ", which runs without quorum, and keep it stopped; SIGKILL if it has not ended after "
        + Workload.TERM.toSeconds()
        + " s";
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
    return new StopMember(member).budget();
  }

  @Override
  public QuorumNeed quorumNeed() {
    return QuorumNeed.WITHOUT_QUORUM;
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return new StopMember(member).isDone(view);
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return new StopMember(member).mayRun(view);
  }

  @Override
  public ClusterView project(ClusterView view) {
    return new StopMember(member).project(view);
  }
}
