package io.quorate.runbook.placement;

import io.quorate.cluster.Destination;
import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NothingToDo;
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
import io.quorate.step.Starts.ResumeElsewhere;
import io.quorate.step.StepReason;
import io.quorate.step.Stops.StopMember;
import io.quorate.step.Votes.AwaitVoting;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.version.VersionUse;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Arrival;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Migration to a node or zone that a person named, on a platform that chooses the machine of a
 * member itself. The member has one place and one name, so it is stopped before it is started
 * elsewhere, and one voter is out meanwhile.
 *
 * <p>Where its volume can be used there, the volume goes along, and the membership stays as it is.
 * Where not, the member is taken out of the membership once it is stopped, its volume is set aside,
 * and it joins as a learner on a new one. A member that an earlier attempt left half way is taken
 * up where it is.
 */
record MigrationElsewhere(ClusterView view, PlannedMigrationRequest request, Member member) {
  Prescription prescription() {
    return view.arrival()
        .map(this::to)
        .orElseGet(
            () ->
                new Refusal(
                    PlacementReason.DESTINATION_CONFIGURED.because(
                        "The configuration says where %s is, so it cannot be sent to %s."
                            .formatted(name(), destination().words()),
                        PlannedMigrationRunbook.configure(member),
                        Wording.start(view, PlannedMigrationRequest.NAME, "--member " + name()))));
  }

  private Prescription to(Arrival arrival) {
    if (view.isVoting(member) && arrival.isAt(member.workload().placement())) {
      return new NothingToDo(
          PlacementReason.AT_ITS_DESTINATION.because(
              "%s runs %s, and votes.".formatted(name(), destination().where())));
    }
    return unready()
        .or(() -> closed(arrival))
        .or(() -> crowded(arrival))
        .or(() -> joinsBadly(arrival))
        .orElseGet(() -> plan(arrival));
  }

  private MemberName name() {
    return member.name();
  }

  private Destination destination() {
    return request.to().orElseThrow();
  }

  /** The objection to moving anybody now, or this member as it is. */
  private Optional<Prescription> unready() {
    return switch (member.votingStatus()) {
      case VOTER ->
          isLeftStopped() ? ChangeReadiness.confirmed(view) : ChangeReadiness.toSpareOne(view);
      case LEARNER -> ChangeReadiness.toChange(view, DiagnosisCode.MEMBER_JOINING);
      case UNLISTED ->
          ChangeReadiness.toChange(view, DiagnosisCode.MEMBER_MISSING).or(this::noVoter);
    };
  }

  /** Whether nothing is wrong but that an earlier attempt stopped this member. */
  private boolean isLeftStopped() {
    return member.workload().isHeld() && new OneAtATime(view).resumes(List.of(member));
  }

  /**
   * A member of before is taken up where its end is proven and its vote is missing, which an even
   * number of voters shows, or the hold of an attempt that was cut off.
   */
  private Optional<Prescription> noVoter() {
    boolean isMissing =
        (view.voters().size() % 2 == 0 || member.workload().isHeld())
            && member.configured().isPresent()
            && member.workload().isStartable();
    return isMissing
        ? Optional.empty()
        : MemberMigration.refuse(
            StepReason.NOT_A_VOTER.because(
                name() + " is no voter of this cluster.", "Name a voter of the cluster."));
  }

  private Optional<Prescription> closed(Arrival arrival) {
    return switch (arrival.way()) {
      case Arrival.Follows follows -> Optional.empty();
      case Arrival.Leaves leaves -> Optional.empty();
      case Arrival.Closed closed ->
          MemberMigration.refuse(
              PlacementReason.DESTINATION_CLOSED.because(closed.fact(), closed.todo()));
      case Arrival.Unseen unseen ->
          Optional.of(
              ChangeReadiness.soon(
                  view,
                  PlacementReason.DESTINATION_UNSEEN.because(
                      "Whether %s can run %s is not known at this moment: %s."
                          .formatted(name(), destination().where(), unseen.why()))));
    };
  }

  private Optional<Prescription> crowded(Arrival arrival) {
    if (request.placement() == PlannedMigrationRequest.Placement.WORSE_ACCEPTED) {
      return Optional.empty();
    }
    return nodes(arrival)
        .flatMap(Concentration::company)
        .flatMap(
            other ->
                MemberMigration.refuse(
                    PlacementReason.NODE_SHARED.because(
                        onlyThere(arrival)
                            + "%s runs on node %s, and would fail together with %s."
                                .formatted(other.name(), arrival.to().name(), name()),
                        MemberMigration.CHOOSE)))
        .or(
            () ->
                killer(arrival)
                    .flatMap(
                        sentence ->
                            MemberMigration.refuse(
                                PlacementReason.ZONE_TOO_FULL.because(
                                    sentence, MemberMigration.CHOOSE))));
  }

  /** The beginning of a sentence about a node that nobody named. */
  private String onlyThere(Arrival arrival) {
    return arrival
        .node()
        .map(
            node ->
                "Of %s only nodes of other voters can take %s: "
                    .formatted(destination().words(), name()))
        .orElse("");
  }

  private Optional<Concentration> nodes(Arrival arrival) {
    return arrival.to().kind() == Destination.Kind.NODE
        ? Optional.of(Concentration.ofNodes(view, member, arrival.to().name()))
        : Optional.empty();
  }

  private Optional<String> killer(Arrival arrival) {
    return nodes(arrival)
        .flatMap(Concentration::afterwards)
        .or(
            () ->
                arrival
                    .zone()
                    .flatMap(
                        zone -> Concentration.ofZones(view, member, member, zone).afterwards()));
  }

  private boolean joins(Arrival arrival) {
    return !member.isVoter() || arrival.leaving().isPresent();
  }

  private Optional<Prescription> joinsBadly(Arrival arrival) {
    return joins(arrival)
        ? VersionConcerns.ofJoining(view, member, PlannedMigrationRequest.NAME)
            .refusal(view, VersionUse.JOINER)
            .<Prescription>map(Refusal::new)
            .or(() -> JoinSteps.at(view, arrival).objection(List.of(member)))
        : Optional.empty();
  }

  private Plan plan(Arrival arrival) {
    StepList steps =
        StepList.of(
            SaveSnapshot.unlessFresh(Wording.snapshotSource(view).orElseThrow()),
            AskApproval.AS_POLICY_SAYS);
    if (member.isVoter()) {
      // One that an earlier attempt left stopped is stopped again: an abort then starts it.
      new OneAtATime(view).handOn(steps, member, List.of());
      steps.then(new StopMember(name()));
    }
    if (!joins(arrival)) {
      steps.then(new ResumeElsewhere(name(), arrival.to()), new AwaitVoting(name()));
    } else {
      member
          .id()
          .filter(id -> member.isVoter())
          .ifPresent(id -> steps.then(new RetireMember(name(), id)));
      JoinSteps.at(view, arrival).add(steps, member);
    }
    steps.then(new VerifyCluster(view.voters().size() + (member.isVoter() ? 0 : 1)));
    return new Plan(
        PlannedMigrationRequest.NAME,
        request.options(),
        "Move %s of %s to %s%s"
            .formatted(
                name(),
                view.cluster(),
                destination().words(),
                arrival.node().map(node -> ", on node " + node).orElse("")),
        view,
        steps.list(),
        warnings(arrival),
        JoinSteps.promise(steps, promise(arrival)));
  }

  private String promise(Arrival arrival) {
    boolean narrow = view.margin() < 2;
    if (!narrow) {
      return "No acknowledged write can be lost. Writes go on even if another member fails"
          + " meanwhile.";
    }
    return joins(arrival)
        ? "No acknowledged write can be lost. If another member fails before "
            + name()
            + " votes again, writes stop until it is back; nothing is lost."
        : "No acknowledged write can be lost: "
            + name()
            + " keeps its data. If another member fails while it is out, writes stop until one of"
            + " them is back.";
  }

  private List<String> warnings(Arrival arrival) {
    List<String> warnings = new ArrayList<>();
    killer(arrival).ifPresent(warnings::add);
    arrival
        .leaving()
        .ifPresent(
            left ->
                warnings.add(
                    "%s: %s comes back empty on a new volume, and the leader sends it all data. The old volume is kept."
                        .formatted(left.why(), name())));
    if (joins(arrival)) {
      warnings.addAll(
          new VersionConcerns(view, PlannedMigrationRequest.NAME)
              .warnings(VersionUse.RUNNING, VersionUse.LEARNER_PROMOTION));
      warnings.addAll(JoinSteps.at(view, arrival).warnings(List.of(member)));
    }
    return Stream.concat(warnings.stream(), arrival.notes().stream()).toList();
  }
}
