package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.workload.Hang;
import io.quorate.workload.Workload;
import java.util.Optional;

/**
 * Asks the process of a hung member to end, by SIGTERM. A stopped process gets the signal once it
 * is continued; one that waits for its disk, once the disk answers.
 *
 * @param run the run that hangs; no other is asked
 * @param hang how it hung when the plan was made
 */
public record TerminateMember(MemberName member, String run, Hang hang) implements ActivityStep {
  @Override
  public String sentence() {
    return "Ask " + member + ", which hangs, to end: SIGTERM to " + Workload.pid(run);
  }

  @Override
  public boolean sameMatterAs(Step other) {
    return other instanceof TerminateMember same
        && member.equals(same.member)
        && run.equals(same.run)
        && hang.kind() == same.hang.kind();
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
    Hung hung = new Hung(member, run);
    return hung.ended(view)
        .or(
            () ->
                hung.running(view)
                    .flatMap(seen -> seen.workload().sinceTerm())
                    .map(since -> "SIGTERM was sent to " + Workload.pid(run)));
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return new Hung(member, run).mayBeEnded(view, hang);
  }
}
