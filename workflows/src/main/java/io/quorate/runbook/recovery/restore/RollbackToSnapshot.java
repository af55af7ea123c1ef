package io.quorate.runbook.recovery.restore;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.DataDivergence;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.record.LastComparison;
import io.quorate.runbook.ChangeReadiness;
import io.quorate.runbook.StepList;
import io.quorate.runbook.Wording;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest.Stage;
import io.quorate.runbook.recovery.request.RecoveryReason;
import io.quorate.snapshot.RaftOrder;
import io.quorate.snapshot.RestoreSource;
import io.quorate.step.Reason;
import io.quorate.step.Snapshots.SaveSnapshot;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A cluster that works and holds the wrong data, because somebody deleted or overwrote it: people
 * say so and name the snapshot to which it goes back. All members are stopped, and what was written
 * since is thrown away for clients; their data and a snapshot of it are kept.
 */
public record RollbackToSnapshot(
    ClusterView view, MajorityRecoveryRequest request, Diagnosis found) {
  private static final int OFFERED = 3;

  /** Whether people asked for it, and this operation has not left that cluster yet. */
  public boolean isAskedFor() {
    return request.dataIsWrong().isPresent()
        && request
            .leaves()
            .map(left -> view.clusterId().map(ClusterId::toString).filter(left::equals).isPresent())
            .orElse(true);
  }

  /** The plan that goes back to the snapshot, or why there is none. */
  public Prescription prescription() {
    if (found.code() == DiagnosisCode.OTHER_HISTORY) {
      return new Refusal(ChangeReadiness.first(view, found));
    }
    if (request.from().isPresent()) {
      return new Refusal(
          RecoveryReason.OPTIONS_DISAGREE.because(
              "--because-data-is-wrong goes back to a snapshot, and --from names another source.",
              "Name the snapshot with --snapshot, and leave out --from."));
    }
    if (view.margin() < 0 && request.leaves().isEmpty()) {
      return new Refusal(
          RecoveryReason.OPTIONS_DISAGREE.because(
              found.headline() + " --because-data-is-wrong is for a cluster that works.",
              "Leave it out: what is left is looked at first, and --snapshot chooses."));
    }
    if (!request.off().members().isEmpty()) {
      return new Refusal(
          RecoveryReason.OPTIONS_DISAGREE.because(
              "--because-data-is-wrong stops every member, so each %s has to be reached."
                  .formatted(view.words().place()),
              "Leave --is-off out."));
    }
    return request.snapshot().isEmpty()
        ? new Refusal(
            RecoveryReason.SNAPSHOT_NOT_NAMED.because(
                "A cluster that works goes back only to a named snapshot." + offered()))
        : new RestorePrescription(view, request).back();
  }

  private String offered() {
    String newest =
        view.sources().stream()
            .filter(view::isOwn)
            .limit(OFFERED)
            .map(RollbackToSnapshot::inWords)
            .collect(Collectors.joining("; "));
    return newest.isEmpty()
        ? " There is none of this cluster."
        : " The newest are " + newest + "; quorate snapshots lists all.";
  }

  private static String inWords(RestoreSource source) {
    return source.saved().file()
        + " ("
        + Amounts.moment(source.saved().savedAt())
        + ", revision "
        + source.revision()
        + ")";
  }

  /**
   * Members that serve have different data, no quorum has the same, and a person says whose is
   * right. A snapshot of each is saved first; then the cluster goes back to that of the chosen one.
   */
  public record ChosenMember(ClusterView view, MajorityRecoveryRequest request, Diagnosis found) {
    private static final Set<DiagnosisCode> DIFFERENT =
        Set.of(DiagnosisCode.CORRUPT, DiagnosisCode.DATA_DIFFERS);

    /** Longer than the snapshots take and the question stays open, 4 h by default. */
    private static final Duration SAVED_FOR_IT = Duration.ofHours(6);

    private MemberName chosen() {
      return request.chosen().orElseThrow();
    }

    /** The answer to the choice: a refusal, the snapshots of all, or the way back to one. */
    public Prescription prescription() {
      return objection()
          .<Prescription>map(Refusal::new)
          .or(() -> RestorePrescription.unread(view))
          .orElseGet(() -> request.stage() == Stage.SALVAGED ? back() : save());
    }

    private Optional<Reason> objection() {
      if (view.margin() < 0) {
        return Optional.of(
            RecoveryReason.OPTIONS_DISAGREE.because(
                "--from %s is for members that serve. %s".formatted(chosen(), found.headline()),
                "Leave it out: a snapshot is made of all data that is left, and --snapshot"
                    + " chooses."));
      }
      if (!DIFFERENT.contains(found.code())) {
        return Optional.of(
            RecoveryReason.NOTHING_TO_CHOOSE.because(
                "Nothing says that members have different data, so there is nothing to choose.",
                "To go back to earlier data: --because-data-is-wrong with --snapshot."));
      }
      if (found.code() == DiagnosisCode.DATA_DIFFERS && isQuorumEqual()) {
        return Optional.of(
            RecoveryReason.NOTHING_TO_CHOOSE.because(
                "A quorum has the same data, so nothing has to be given up.",
                Wording.start(view, "repair-corrupt-member")));
      }
      if (request.snapshot().isPresent() || !request.off().members().isEmpty()) {
        return Optional.of(
            RecoveryReason.OPTIONS_DISAGREE.because(
                "--from MEMBER takes what that member has now.",
                "Leave --snapshot and --is-off out."));
      }
      return view.member(chosen()).filter(view::isVoting).isPresent()
          ? Optional.empty()
          : Optional.of(
              RecoveryReason.CHOICE_DOES_NOT_VOTE.because(
                  "%s is none of the members that vote: %s."
                      .formatted(chosen(), Wording.and(view.voting()))));
    }

    /** Whether those that vote hold quorum without the one that a comparison found to differ. */
    private boolean isQuorumEqual() {
      return DataDivergence.lastAbout(view)
          .flatMap(LastComparison::odd)
          .map(odd -> view.voting().stream().filter(voter -> !voter.name().equals(odd)).count())
          .filter(equal -> equal >= view.quorum().size())
          .isPresent();
    }

    /** Plans the snapshots that every choice needs, before a choice is made. */
    private Prescription save() {
      StepList steps = new StepList();
      view.voting().forEach(member -> steps.then(new SaveSnapshot(member.name())));
      return new Plan(
          MajorityRecoveryRequest.NAME,
          request
              .keeping(ofChosen().map(one -> one.saved().file()).sorted().toList())
              .at(Stage.SALVAGED),
          "Save what " + Wording.and(view.voting()) + " of " + view.cluster() + " have",
          view,
          steps.list(),
          List.of(),
          "Nothing of the cluster is changed. What it loses by the data of "
              + chosen()
              + " is said before anybody is asked for it.");
    }

    private Prescription back() {
      Optional<RestoreSource> source =
          RaftOrder.furthest(
              ofChosen().filter(one -> !request.kept().contains(one.saved().file())));
      return source
          .map(one -> request.goingBackTo(one.saved().file(), because()))
          .map(going -> new RestorePrescription(view, going).back())
          .orElseGet(() -> new Refusal(notSaved()));
    }

    /** Returns the recent snapshots of the chosen member. Old backups are left out. */
    private Stream<RestoreSource> ofChosen() {
      return view.sources().stream()
          .filter(one -> view.isOwn(one) && !one.isSalvaged())
          .filter(one -> one.saved().source().equals(chosen()))
          .filter(one -> one.saved().savedAt().isAfter(view.at().minus(SAVED_FOR_IT)));
    }

    private Reason notSaved() {
      Stream<String> again =
          Stream.of("Start this again, and do not skip the snapshot of %s.".formatted(chosen()));
      return RecoveryReason.CHOICE_NOT_SAVED.because(
          "No snapshot of %s was saved for this choice.".formatted(chosen()),
          Stream.concat(again, earlier().stream()).toList());
    }

    /**
     * Returns how to go back to what the chosen member had earlier; empty where nothing is kept.
     */
    private Optional<String> earlier() {
      return RaftOrder.furthest(ofChosen())
          .map(RestoreSource::saved)
          .map(
              old ->
                  "Only for the data that %s had at %s: %s"
                      .formatted(
                          chosen(),
                          Amounts.moment(old.savedAt()),
                          Wording.start(
                              view,
                              MajorityRecoveryRequest.NAME,
                              "--snapshot " + old.file(),
                              "--because-data-is-wrong TEXT")));
    }

    private String because() {
      return "the members have different data, and that of " + chosen() + " was chosen";
    }
  }
}
