package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.workload.Hang;
import io.quorate.workload.Workload;
import java.util.Optional;

/**
 * Ends the process of a hung member by SIGKILL, after SIGTERM did not. Nothing acknowledged is lost
 * by it: etcd has on its disk what it acknowledged (docs/etcd.md#hung-members).
 *
 * @param run the run that hangs; no other is ended
 * @param hang how it hung when the plan was made
 */
public record KillMember(MemberName member, String run, Hang hang) implements ActivityStep {
  @Override
  public String sentence() {
    return "End "
        + member
        + ", which hangs and did not end by SIGTERM: SIGKILL to "
        + Workload.pid(run);
  }

  @Override
  public boolean sameMatterAs(Step other) {
    return other instanceof KillMember same
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
    return new Hung(member, run).endedOrStartedAgain(view);
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    Hung hung = new Hung(member, run);
    return hung.running(view).filter(seen -> !seen.workload().termIsSpent()).isPresent()
        ? new Verdict.Changed(member + " has not had its time to end by SIGTERM.")
        : hung.mayBeEnded(view, hang);
  }

  @Override
  public Optional<Step> undo() {
    return Optional.of(new ResumeMember(member));
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().silent(member).projected().workload(member, Workload.State.STOPPED);
  }
}
