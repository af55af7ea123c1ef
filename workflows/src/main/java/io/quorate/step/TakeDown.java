package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.workload.Workload;
import java.util.Optional;

/**
 * Stops a member of a cluster that works and keeps it stopped, because people said that the data
 * itself is wrong and a snapshot is to be restored in its place. Its data is not touched: until the
 * restore, a return of the members brings the cluster back as it was.
 */
public record TakeDown(MemberName member) implements ActivityStep {
  @Override
  public String sentence() {
    return "Take "
        + member
        + " down and keep it stopped; SIGKILL if it has not ended after "
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
    return QuorumNeed.ENDS_CLUSTER;
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return new StopMember(member).isDone(view);
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return new StopMember(member).mayRun(view);
  }

  /** The step that starts the member again; it serves once enough of them run. */
  @Override
  public Optional<Step> undo() {
    return Optional.of(new ReturnMember(member));
  }

  @Override
  public ClusterView project(ClusterView view) {
    return new StopMember(member).project(view);
  }
}
