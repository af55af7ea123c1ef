package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.util.Optional;

/**
 * Waits until a hung member that was asked to end has ended. One that does not end in time, or that
 * is stopped and cannot, makes the runbook prescribe anew, and people are asked about SIGKILL.
 */
public record AwaitEnd(MemberName member, String run) implements ActivityStep {
  @Override
  public String sentence() {
    return "Wait up to "
        + Workload.TERM.toSeconds()
        + " s for the end of "
        + member
        + "; SIGKILL would be a question of its own";
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
    return Budget.HOST;
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return new Hung(member, run).endedOrStartedAgain(view);
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    Hung hung = new Hung(member, run);
    Optional<Workload> process = hung.running(view).map(Member::workload);
    if (process.isEmpty()) {
      return hung.otherRun(view);
    }
    return process.get().termIsSpent()
        ? new Verdict.Changed(because(process.get()))
        : new Verdict.NotYet(Workload.pid(run) + " of " + member + " has not ended yet");
  }

  private String because(Workload process) {
    return member
        + (process.isStopped()
            ? " is stopped, so SIGTERM takes effect only once somebody lets it go on."
            : " did not end within " + Workload.TERM.toSeconds() + " s of SIGTERM.");
  }

  /** The step that starts the member again, should the operation be aborted after its end. */
  @Override
  public Optional<Step> undo() {
    return Optional.of(new ResumeMember(member));
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().silent(member).projected().workload(member, Workload.State.STOPPED);
  }
}
