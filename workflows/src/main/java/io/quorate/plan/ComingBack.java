package io.quorate.plan;

import io.quorate.cluster.MemberName;
import io.quorate.step.Moves.LeavePlace;
import io.quorate.step.Starts.ResumeAnywhere;
import io.quorate.step.Starts.ResumeElsewhere;
import io.quorate.step.Starts.ResumeMember;
import io.quorate.step.Step;
import io.quorate.step.Stops.StopMember;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Return of a member that an approved plan keeps stopped for a while. When another voter dies
 * meanwhile and quorum is lost, the next action is to start it where it was: no step that is left
 * could go on, and the start, which the plan contains anyway, needs no new approval
 * (docs/etcd.md#quorum).
 */
public final class ComingBack {
  private ComingBack() {}

  /** The start of the stopped member, as a plan of its own; empty when quorum does not need it. */
  public static Optional<PlannedStep> of(PlannedStep at, ClusterView now) {
    boolean approved =
        at.plan().steps().subList(0, at.index()).stream().anyMatch(AskApproval.class::isInstance);
    return approved
        ? now.voters().stream()
            .filter(voter -> startsAgain(at, voter.name()))
            .filter(voter -> isNeeded(now, voter) || (waits(at, voter) && lacksOne(now)))
            .findFirst()
            .map(voter -> start(at, voter))
        : Optional.empty();
  }

  /**
   * Whether this member's vote, and nothing else, brings quorum back: it is held with its own data
   * whole, or that data was moved to a place where it was not started yet, and the voters that
   * answer are one too few. An election in which all answer is no loss.
   */
  public static boolean isNeeded(ClusterView now, Member stopped) {
    return isKept(stopped) && now.hasOwnData(stopped) && lacksOne(now);
  }

  private static boolean lacksOne(ClusterView now) {
    long live = now.voters().stream().filter(now::isLive).count();
    return live + 1 == now.quorum().size();
  }

  /**
   * Whether this step has let the member go, and the member waits for the machine to which the step
   * binds the start. Its data was read before, and nothing has run on it since.
   */
  private static boolean waits(PlannedStep at, Member voter) {
    return at.step() instanceof ResumeElsewhere on
        && on.member().equals(voter.name())
        && voter.workload().waitsForMachine();
  }

  private static boolean isKept(Member stopped) {
    return stopped.workload().isHeld()
        || (stopped.workload().state() == Workload.Gone.STOPPED
            && stopped.id().filter(stopped.data()::tookOver).isPresent());
  }

  /** Whether the plan keeps a member stopped at this step, which it starts again later. */
  public static boolean mayBeNeeded(PlannedStep at) {
    return at.plan().steps().subList(0, at.index()).stream()
        .anyMatch(
            step ->
                (step instanceof StopMember stop && startsAgain(at, stop.member()))
                    || (step instanceof LeavePlace leave && startsAgain(at, leave.to())));
  }

  /** Whether a step that is still to come starts the member, or gives its place up. */
  private static boolean startsAgain(PlannedStep at, MemberName member) {
    List<Step> left = at.plan().steps().subList(at.index(), at.plan().steps().size());
    return left.stream()
        .anyMatch(
            step ->
                (step instanceof ResumeMember back && back.member().equals(member))
                    || (step instanceof ResumeElsewhere on && on.member().equals(member))
                    || (step instanceof LeavePlace leave && leave.member().equals(member)));
  }

  private static PlannedStep start(PlannedStep at, Member voter) {
    Plan plan = at.plan();
    Plan back =
        new Plan(
            plan.runbook(),
            Map.of(),
            "Bring back " + voter.name() + ": " + plan.title(),
            plan.expected(at.index(), at.added()),
            List.of(
                waits(at, voter)
                    ? new ResumeAnywhere(voter.name())
                    : new ResumeMember(voter.name())),
            List.of(),
            plan.promise());
    return new PlannedStep(back, 0, at.added(), Optional.empty());
  }
}
