package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.diagnosis.Unwritten;
import io.quorate.view.ClusterView;
import io.quorate.workload.Workload;
import java.util.Optional;

/**
 * Stops a member of a restored cluster that is given up, and keeps it stopped; the cluster stops to
 * serve. An abort starts it again.
 *
 * @param upTo the revision up to which nobody but Quorate changed a key
 */
public record StopRestored(MemberName member, Revision upTo) implements ActivityStep {
  @Override
  public String sentence() {
    return new StopMember(member).sentence();
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
    return new Unwritten(view, upTo)
        .written()
        .<Verdict>map(Verdict.Refused::new)
        .orElseGet(() -> new StopMember(member).mayRun(view));
  }

  /** The step that starts the member again; it serves once enough of them run. */
  @Override
  public Optional<Step> undo() {
    return Optional.of(new ReturnMember(member));
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().silent(member).projected().workload(member, Workload.State.HELD);
  }
}
