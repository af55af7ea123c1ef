package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.ForgetfulVoter;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Hang;
import io.quorate.workload.Workload;
import java.util.Optional;

/**
 * Lets the process of a member go on that a signal stopped (SIGCONT), while there is no quorum. It
 * has its data and its memory; ending it would only make it wait for the others
 * (docs/etcd.md#return-of-a-majority).
 *
 * @param run the run that is stopped; no other gets the signal
 */
public record ContinueMember(MemberName member, String run) implements ActivityStep {
  @Override
  public String sentence() {
    return "Let " + member + " go on, which a signal stopped: SIGCONT to " + Workload.pid(run);
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
  public QuorumNeed quorumNeed() {
    return QuorumNeed.RETURNS_VOTES;
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return view.member(member)
        .map(Member::workload)
        .filter(process -> process.isRun(run) && !isStopped(process))
        .map(process -> member + " goes on: " + process.evidence());
  }

  private static boolean isStopped(Workload process) {
    return process.hang().filter(hang -> hang.kind() == Hang.Kind.STOPPED).isPresent();
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    Optional<ForgetfulVoter> forgetful = ForgetfulVoter.in(view);
    if (forgetful.isPresent()) {
      return new Verdict.Refused(
          member
              + " is not let go on: "
              + forgetful.get().voter().name()
              + " "
              + forgetful.get().why());
    }
    return new Hung(member, run).running(view).isPresent()
        ? Verdict.PROCEED
        : new Hung(member, run).otherRun(view);
  }
}
