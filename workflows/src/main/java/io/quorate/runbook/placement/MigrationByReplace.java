package io.quorate.runbook.placement;

import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.ChangeReadiness;
import io.quorate.runbook.JoinSteps;
import io.quorate.runbook.NewcomerRelease;
import io.quorate.runbook.OneAtATime;
import io.quorate.runbook.StepList;
import io.quorate.runbook.Wording;
import io.quorate.step.Awaits.AwaitInSync;
import io.quorate.step.Joins.AddLearner;
import io.quorate.step.Joins.PromoteLearner;
import io.quorate.step.Joins.StartMember;
import io.quorate.step.Moves.CompareWays;
import io.quorate.step.Removals.RetireMember;
import io.quorate.step.Snapshots.SaveSnapshot;
import io.quorate.step.StepReason;
import io.quorate.step.Stops.StopMember;
import io.quorate.step.Votes.AwaitVoting;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.RunningVersions;
import java.util.List;
import java.util.Optional;

/**
 * Migration by a newcomer (docs/etcd.md#planned-replacement): the newcomer joins at the next place
 * as a learner and is promoted once it is in sync, and only then the old member is removed. The
 * margin never falls below its present value. A newcomer that is there already is adopted.
 */
final class MigrationByReplace {
  private final MemberMigration migration;
  private final ClusterView view;
  private final Member old;
  private final Member next;

  MigrationByReplace(MemberMigration migration) {
    this.migration = migration;
    this.view = migration.view();
    this.old = migration.old();
    this.next = migration.next();
  }

  Prescription prescription() {
    return objection().orElseGet(this::plan);
  }

  private Optional<Prescription> objection() {
    return switch (next.votingStatus()) {
      case VOTER -> ChangeReadiness.toSpareOne(view).or(this::noVoter).or(this::evenAfterwards);
      case LEARNER -> leftOver();
      case UNLISTED ->
          noVoter()
              .or(this::halfMoved)
              .or(() -> ChangeReadiness.toSpareOne(view))
              .or(this::sameAddress)
              .or(migration::placeObjection)
              .or(migration::notEmpty)
              .or(migration::joinsBadly)
              .or(() -> new JoinSteps(view).objection(List.of(next)));
    };
  }

  private Optional<Prescription> noVoter() {
    return old.isVoter()
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                StepReason.NOT_A_VOTER.because(
                    old.name() + " is no voter of this cluster.", "Name a voter of the cluster.")));
  }

  /**
   * The objection to an odd number of voters with both places among them: another change has to end
   * first.
   */
  private Optional<Prescription> evenAfterwards() {
    int left = view.voters().size() - 1;
    return left % 2 != 0
        ? Optional.empty()
        : MemberMigration.refuse(
            PlacementReason.LEAVES_AN_EVEN_NUMBER.because(
                "Without "
                    + old.name()
                    + " there would be "
                    + left
                    + " voters, and an even number is never left behind."));
  }

  /** The objection when a migration by data-move has begun. */
  private Optional<Prescription> halfMoved() {
    return !view.isVoting(old) && migration.isHeld() && view.margin() >= 0
        ? MemberMigration.refuse(
            PlacementReason.DATA_MOVE_UNDER_WAY.because(
                old.name() + " is kept stopped, as in the middle of --by data-move.",
                Wording.start(
                    view, PlannedMigrationRequest.NAME, "--member " + old.name(), "--by data-move"),
                "Or start it again: "
                    + Wording.start(view, "member-restart", "--member " + old.name())))
        : Optional.empty();
  }

  /** The objection to anything left over but one learner, which this migration adopts. */
  private Optional<Prescription> leftOver() {
    return DiagnosisTable.diagnose(view).code() == DiagnosisCode.MEMBER_JOINING
            && view.learners().size() == 1
            && !RunningVersions.of(view).areMixed()
        ? ChangeReadiness.confirmed(view)
            .or(this::noVoter)
            .or(() -> ChangeReadiness.nobodyToSpare(view))
            .or(() -> new JoinSteps(view).objection(List.of(next)))
        : ChangeReadiness.toChange(view);
  }

  private Optional<Prescription> sameAddress() {
    boolean peer = MemberMigration.peerUrl(old).equals(MemberMigration.peerUrl(next));
    boolean client = MemberMigration.clientUrl(old).equals(MemberMigration.clientUrl(next));
    return peer || client
        ? MemberMigration.refuse(
            PlacementReason.NEXT_HAS_THE_SAME_URL.because(
                "The newcomer runs beside "
                    + old.name()
                    + " for a while, and the next place has the same "
                    + (peer ? "peer URL." : "client URL."),
                "Give next: "
                    + (peer ? "a peerUrl" : "a clientUrl")
                    + " of its own, or say --by data-move."))
        : Optional.empty();
  }

  private Plan plan() {
    MemberName name = old.name();
    StepList steps =
        StepList.of(SaveSnapshot.unlessFresh(Wording.snapshotSource(view).orElseThrow()));
    if (!next.isListed()) {
      steps.then(new CompareWays(name));
    }
    steps.then(AskApproval.AS_POLICY_SAYS);
    new OneAtATime(view).handOn(steps, old, List.of(next));
    join(steps);
    steps.then(
        new AwaitVoting(next.name()),
        new RetireMember(name, old.id().orElseThrow()),
        new StopMember(name));
    return migration.plan(
        steps,
        view.voters().size() - (next.isVoter() ? 1 : 0),
        JoinSteps.promise(
            steps,
            "No acknowledged write can be lost. Writes go on even if one member fails meanwhile."
                + " The old data is kept where it is."));
  }

  private void join(StepList steps) {
    MemberName name = next.name();
    if (next.isLearner()) {
      JoinSteps.atOtherPlaces(view).add(steps, next);
    } else if (!next.isListed()) {
      new NewcomerRelease(view, next).step().ifPresent(steps::then);
      steps.then(
          new AddLearner(name, MemberMigration.peerUrl(next)),
          new StartMember(name),
          new AwaitInSync(name),
          new PromoteLearner(name));
    }
  }
}
