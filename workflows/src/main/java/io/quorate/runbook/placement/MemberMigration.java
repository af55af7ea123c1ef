package io.quorate.runbook.placement;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.ChangedAddress;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.ChangeReadiness;
import io.quorate.runbook.JoinSteps;
import io.quorate.runbook.RunbookReason;
import io.quorate.runbook.StepList;
import io.quorate.runbook.VersionConcerns;
import io.quorate.step.Awaits.VerifyCluster;
import io.quorate.step.Reason;
import io.quorate.step.StepReason;
import io.quorate.step.Stops.StopMember;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.version.VersionUse;
import io.quorate.view.ClusterView;
import io.quorate.view.DiskSpace;
import io.quorate.view.Member;
import io.quorate.workload.ConfiguredMember;
import io.quorate.workload.Workload;
import io.quorate.workload.Workload.Gone;
import io.quorate.workload.Workload.Uncertain;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Facts of one member's migration between two places, shared by both ways of {@link
 * PlannedMigrationRunbook}.
 *
 * @param old the member's present or former place
 * @param next the member's next or new place
 */
record MemberMigration(ClusterView view, PlannedMigrationRequest request, Member old, Member next) {
  static final String CHOOSE =
      "Choose another place, or say --accept-placement if it has to be so.";

  MemberName name() {
    return old.name();
  }

  /** The member id of both places, while either is listed. */
  Optional<MemberId> identity() {
    return old.id().or(next::id);
  }

  /**
   * The prescription that ends the migration, once the next place votes and the old one is out;
   * empty before that.
   */
  Optional<Prescription> ending() {
    if (old.isListed() || !view.isVoting(next)) {
      return Optional.empty();
    }
    return switch (old.workload().state()) {
      case Gone.HELD, Gone.ABSENT ->
          Optional.of(
              new NothingToDo(
                  PlacementReason.AT_ITS_NEXT_PLACE.because(
                      name() + " is at its next place. Until quorate.yml says so, both are known.",
                      "Put what next: says in place of the entry of "
                          + name()
                          + " in quorate.yml.")));
      case Workload.Running running -> hold();
      case Gone.STOPPED, Uncertain.RESTARTING -> hold();
      case Uncertain.UNREACHABLE, Uncertain.STRANGER, Uncertain.AMBIGUOUS ->
          refuse(
              StepReason.PROCESS_UNKNOWN.because(
                  name()
                      + " is at its next place, and what runs at the old one is not known ("
                      + old.workload().evidence()
                      + ").",
                  "Look at the " + old.words().place() + " of the old place."));
    };
  }

  private Optional<Prescription> hold() {
    return ChangeReadiness.toChange(view).or(() -> Optional.of(holdOld()));
  }

  private Plan holdOld() {
    StepList steps = StepList.of(AskApproval.AS_POLICY_SAYS, new StopMember(name()));
    return plan(steps, view.voters().size(), "No acknowledged write can be lost.");
  }

  /**
   * The objection to the next place, whatever is in it, for both ways; empty when there is none.
   */
  Optional<Prescription> placeObjection() {
    return cannotStart().or(this::elsewhere).or(this::crowded);
  }

  private Optional<Prescription> cannotStart() {
    String evidence = next.workload().evidence();
    return switch (next.workload().state()) {
      case Gone.STOPPED, Gone.HELD -> Optional.empty();
      case Gone.ABSENT ->
          refuse(
              PlacementReason.NEXT_CANNOT_START.because(
                  "Nothing can be started at the next place of " + name() + " (" + evidence + ").",
                  "Put the "
                      + next.words().settings()
                      + " of "
                      + name()
                      + " there, with the URLs and "
                      + next.words().setting("ETCD_DATA_DIR")
                      + " of the next place."));
      case Workload.Running running -> mayRun(evidence);
      case Uncertain uncertain -> mayRun(evidence);
    };
  }

  private Optional<Prescription> mayRun(String evidence) {
    return refuse(
        RunbookReason.STRAY_PROCESS.because(
            "A process may run at the next place of "
                + name()
                + " ("
                + evidence
                + "), which is no member.",
            next.words()));
  }

  private Optional<Prescription> elsewhere() {
    return ChangedAddress.notListening(next)
        .flatMap(
            why -> refuse(StepReason.MEMBER_NOT_LISTENING.because(why.fact() + ".", why.todo())));
  }

  /** The objection to a next place with data: unknown data is never overwritten. */
  Optional<Prescription> notEmpty() {
    return next.data().nothingThere()
        ? Optional.empty()
        : refuse(
            next.data()
                .doubt()
                .map(
                    why ->
                        PlacementReason.NEXT_CANNOT_START.because(
                            "At its next place %s could not be started: %s.".formatted(name(), why),
                            "Mend the next place of " + name() + ", then start this again."))
                .orElseGet(
                    () ->
                        PlacementReason.NEXT_NOT_EMPTY.because(
                            "The data directory of the next place of "
                                + name()
                                + next.data()
                                    .wal()
                                    .map(log -> ", or its log directory (" + log.path() + "),")
                                    .orElse("")
                                + " is not empty ("
                                + next.data().state().name().toLowerCase(Locale.ROOT)
                                + ").")));
  }

  /** The objection to the version with which a newcomer would join. */
  Optional<Prescription> joinsBadly() {
    return VersionConcerns.ofJoining(view, next, PlannedMigrationRequest.NAME)
        .refusal(view, VersionUse.JOINER)
        .map(Refusal::new);
  }

  private Optional<Prescription> crowded() {
    return request.placement() == PlannedMigrationRequest.Placement.WORSE_ACCEPTED
        ? Optional.empty()
        : said(Concentration::afterwards)
            .findFirst()
            .flatMap(sentence -> refuse(PlacementReason.ZONE_TOO_FULL.because(sentence, CHOOSE)));
  }

  private Stream<String> said(Function<Concentration, Optional<String>> sentence) {
    return Stream.concat(
            Stream.of(Concentration.ofZones(view, old, next, next.zone())),
            Concentration.ofSites(view, old, next).stream())
        .flatMap(crowding -> sentence.apply(crowding).stream());
  }

  Plan plan(StepList steps, int voters, String promise) {
    steps.then(new VerifyCluster(voters));
    return new Plan(
        PlannedMigrationRequest.NAME,
        request.options(),
        "Move " + name() + " of " + view.cluster() + " to its next place",
        view,
        steps.list(),
        warnings(),
        promise);
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    said(Concentration::afterwards).forEach(warnings::add);
    if (request.by() == PlannedMigrationRequest.By.REPLACE && !next.isVoter()) {
      warnings.addAll(
          new VersionConcerns(view, PlannedMigrationRequest.NAME)
              .warnings(VersionUse.RUNNING, VersionUse.MEMBER_ADD, VersionUse.LEARNER_PROMOTION));
      said(Concentration::meanwhile).forEach(warnings::add);
      warnings.addAll(new JoinSteps(view).warnings(List.of(next)));
    }
    if (request.by() == PlannedMigrationRequest.By.DATA_MOVE && view.isVoting(old)) {
      warnings.addAll(DiskSpace.unknown(view, List.of(DiskSpace.toMove(old, next.name()))));
    }
    String url = clientUrl(next);
    if (old.isListed() && !url.equals(clientUrl(old))) {
      warnings.add("Clients have to know " + url + " before " + clientUrl(old) + " is gone.");
    }
    return warnings;
  }

  static String clientUrl(Member member) {
    return member.configured().map(ConfiguredMember::clientUrl).orElse("");
  }

  static String peerUrl(Member member) {
    return member.configured().map(ConfiguredMember::peerUrl).orElse("");
  }

  boolean isHeld() {
    return old.workload().isHeld();
  }

  static Optional<Prescription> refuse(Reason reason) {
    return Optional.of(new Refusal(reason));
  }
}
