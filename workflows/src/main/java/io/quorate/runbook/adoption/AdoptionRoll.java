package io.quorate.runbook.adoption;

import io.quorate.cluster.Amounts;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.ChangeReadiness;
import io.quorate.runbook.JoinSteps;
import io.quorate.runbook.OneAtATime;
import io.quorate.runbook.StepList;
import io.quorate.runbook.VersionConcerns;
import io.quorate.runbook.Wording;
import io.quorate.step.Awaits.VerifyCluster;
import io.quorate.step.Removals.RetireMember;
import io.quorate.step.Snapshots.SaveSnapshot;
import io.quorate.step.Stops.StopForGood;
import io.quorate.step.Votes.AwaitVoting;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.version.VersionUse;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Trap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The replacement of members that a stop would lose ({@link Trap}), one at a time and knowingly.
 * Each is stopped first, because a member that is taken out while it runs may be brought back by
 * what starts it; then it is taken out, unless its own hook did that; its data is set aside, and it
 * joins as a learner of the form that the platform's controller has by now.
 *
 * <p>A member that an attempt left behind is not taken up here: minority-replace brings that one
 * back, and the roll goes on with those that are left.
 *
 * @param members the voters whose stop would lose them, in the order of their turns
 */
record AdoptionRoll(ClusterView view, List<Member> members) {
  /** The roll over the voters whose stop would lose them; empty where there are none. */
  static Optional<AdoptionRoll> of(ClusterView view) {
    List<Member> trapped =
        view.voters().stream().filter(member -> trap(member).isPresent()).toList();
    return trapped.isEmpty()
        ? Optional.empty()
        : Optional.of(new AdoptionRoll(view, new OneAtATime(view).order(trapped)));
  }

  private static Optional<Trap> trap(Member member) {
    return member.workload().trap(Trap.Kind.STOP);
  }

  Prescription prescription() {
    return ChangeReadiness.toSpareOne(view)
        .or(() -> OneAtATime.unseen(members))
        .or(this::joinsBadly)
        .or(() -> new JoinSteps(view).objection(members))
        .orElseGet(this::plan);
  }

  private Optional<Prescription> joinsBadly() {
    return members.stream()
        .flatMap(
            member ->
                VersionConcerns.ofJoining(view, member, AdoptRunbook.NAME)
                    .refusal(view, VersionUse.JOINER)
                    .stream())
        .findFirst()
        .map(Refusal::new);
  }

  private Plan plan() {
    StepList steps =
        StepList.of(
            SaveSnapshot.unlessFresh(Wording.snapshotSource(view).orElseThrow()),
            AskApproval.AS_POLICY_SAYS);
    List<Member> done = new ArrayList<>();
    for (Member member : members) {
      turn(steps, member, done);
      done.add(member);
    }
    steps.then(new VerifyCluster(view.voters().size()));
    return new Plan(
        AdoptRunbook.NAME,
        Map.of(),
        "Replace %s of %s, which a stop would lose".formatted(Wording.and(members), view.cluster()),
        view,
        steps.list(),
        warnings(),
        JoinSteps.promise(steps, promise()));
  }

  private void turn(StepList steps, Member member, List<Member> done) {
    new OneAtATime(view).handOn(steps, member, done);
    steps.then(
        new StopForGood(member.name(), trap(member).orElseThrow().words()),
        new RetireMember(member.name(), member.id().orElseThrow()));
    new JoinSteps(view).add(steps, member);
    steps.then(new AwaitVoting(member.name()));
  }

  private String promise() {
    return view.quorum().tolerated() > 1
        ? "No acknowledged write can be lost. Writes go on even if another member fails meanwhile."
        : "No acknowledged write can be lost. If another member fails while one is out, writes stop"
            + " until it is back; nothing is lost.";
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    int left = view.voters().size() - 1;
    warnings.add(
        "While one is out, the cluster has %s%s."
            .formatted(
                Amounts.count(left, "voter"), left == 2 ? ", and writes need both of them" : ""));
    warnings.add(
        "Pause drains of the others until the end: one that is ended while another one is out takes"
            + " itself out too, and does not come back by itself.");
    warnings.add(
        "The leader sends all data to each of them again, and the old data stays beside it on the"
            + " volume.");
    warnings.addAll(
        new VersionConcerns(view, AdoptRunbook.NAME)
            .warnings(VersionUse.RUNNING, VersionUse.LEARNER_PROMOTION));
    warnings.addAll(new JoinSteps(view).warnings(members));
    return warnings;
  }
}
