package io.quorate.runbook.protect;

import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.Option;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.StepList;
import io.quorate.runbook.Wording;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.Protection;
import io.quorate.step.IsolatedRuns.DrillSnapshot.IfBad;
import io.quorate.view.ClusterView;
import java.util.List;
import java.util.Optional;

/**
 * Restore drill: the newest snapshot in a member that nobody can reach, thrown away afterwards. It
 * measures how long a restore takes and how old the data would be, and finds a snapshot that is bad
 * while nobody needs it.
 */
public final class RestoreDrillRunbook implements Runbook<RestoreDrillRequest> {
  static final String NAME = "restore-drill";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String sentence() {
    return "Restore the newest snapshot on trial, measure it, and throw the trial away.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.text(
            RestoreDrillRequest.SNAPSHOT,
            "ID",
            "The snapshot to restore, a file of `quorate snapshots`; left out: the newest, or the"
                + " next older one where that is bad."));
  }

  @Override
  public RestoreDrillRequest request(Options options) {
    return RestoreDrillRequest.of(options);
  }

  @Override
  public String title(RestoreDrillRequest request) {
    return "restore " + request.snapshot().orElse("the newest snapshot") + " on trial";
  }

  @Override
  public Prescription prescribe(ClusterView view, RestoreDrillRequest request) {
    Trials trials = new Trials(view);
    if (request.isDone(trials)) {
      return new NothingToDo(
          ProtectReason.DRILL_DONE.because(
              view.protection()
                      .flatMap(Protection::lastDrill)
                      .map((Drill drill) -> drill.sentence(view.at()))
                      .orElse("The drill is done")
                  + "."));
    }
    Optional<String> unread = view.protection().flatMap(Protection::unread);
    if (unread.isPresent()) {
      return new Refusal(
          ProtectReason.SNAPSHOTS_UNREADABLE.because(
              "The snapshots cannot be read: " + unread.get() + "."));
    }
    if (request.snapshot().isEmpty() && view.lastSnapshot().isEmpty()) {
      return new Refusal(
          ProtectReason.NO_SNAPSHOT.because(
              "There is no snapshot that could be restored.", Wording.start(view, "backup")));
    }
    return trials
        .step(request.snapshot(), request.snapshot().isPresent() ? IfBad.STOP : IfBad.NEXT_OLDER)
        .<Prescription>map(
            step ->
                new Plan(
                    NAME,
                    request.about(trials),
                    "Restore "
                        + request.snapshot().orElse("the newest snapshot")
                        + " of "
                        + view.cluster()
                        + " on trial",
                    view,
                    StepList.of(step).list(),
                    List.of(),
                    "Nothing of the cluster is changed or reached. The "
                        + view.words(step.member()).place()
                        + " of "
                        + step.member()
                        + " needs room for three times the snapshot, and once more where it is"
                        + " another machine than Quorate's."))
        .orElseGet(
            () ->
                new Refusal(
                    ProtectReason.NO_HOST_FOR_A_DRILL.because(
                        "No member is configured at whose place it could be restored.")));
  }
}
