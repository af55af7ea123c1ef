package io.quorate.runbook.protect;

import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.Diagnosis.Inconsistent;
import io.quorate.diagnosis.Diagnosis.QuorumLost;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.ChangeReadiness;
import io.quorate.runbook.Option;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.StepList;
import io.quorate.runbook.Wording;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.step.IsolatedRuns.DrillSnapshot;
import io.quorate.step.IsolatedRuns.DrillSnapshot.IfBad;
import io.quorate.step.Snapshots.SaveSnapshot;
import io.quorate.step.StepReason;
import io.quorate.view.ClusterView;
import java.util.List;
import java.util.Optional;

/**
 * Backup: a snapshot of a follower that votes, between two linearizable reads, because an isolated
 * member gives a stale one without an error; where it is to be verified, a restore of it on trial
 * (docs/etcd.md#snapshots).
 */
public final class BackupRunbook implements Runbook<BackupRequest> {
  static final String NAME = "backup";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String sentence() {
    return "Save a snapshot; with --verify also restore it on trial, which alone proves it.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.flag(
            BackupRequest.VERIFY,
            "Restore the snapshot on trial, where nobody can reach it, compare it, and let a"
                + " learner join it."));
  }

  @Override
  public BackupRequest request(Options options) {
    return BackupRequest.of(options);
  }

  @Override
  public String title(BackupRequest request) {
    return request.verify() ? "save a snapshot and restore it on trial" : "save a snapshot";
  }

  @Override
  public Prescription prescribe(ClusterView view, BackupRequest request) {
    Trials trials = new Trials(view);
    if (request.isSaved(trials) && request.isVerified(trials)) {
      return new NothingToDo(ProtectReason.SNAPSHOT_SAVED.because(done(view, request)));
    }
    Optional<MemberName> source = Wording.snapshotSource(view);
    return objection(view)
        .or(
            () ->
                source.isPresent()
                    ? Optional.empty()
                    : Optional.of(
                        ChangeReadiness.soon(
                            view,
                            StepReason.NO_QUORUM.because("No voter takes part in the quorum."))))
        .orElseGet(() -> plan(view, request, source.orElseThrow()));
  }

  private static String done(ClusterView view, BackupRequest request) {
    String file = view.lastSnapshot().map(SavedSnapshot::file).orElse("A snapshot");
    return file + (request.verify() ? " was saved and restored on trial." : " was saved.");
  }

  /** A snapshot without quorum, or of another history, would be taken for a backup later. */
  private static Optional<Prescription> objection(ClusterView view) {
    return switch (DiagnosisTable.diagnose(view)) {
      case QuorumLost lost -> ChangeReadiness.withoutQuorum(view, lost);
      case Inconsistent trouble
          when view.conflict().isPresent() || trouble.code() == DiagnosisCode.STRAY_CLUSTER ->
          Optional.of(new Refusal(ChangeReadiness.first(view, trouble)));
      default -> ChangeReadiness.confirmed(view);
    };
  }

  private static Prescription plan(ClusterView view, BackupRequest request, MemberName source) {
    Trials trials = new Trials(view);
    StepList steps = new StepList();
    if (!request.isSaved(trials)) {
      steps.then(new SaveSnapshot(source));
    }
    if (request.verify()) {
      Optional<DrillSnapshot> drill = trials.step(Optional.empty(), IfBad.STOP);
      if (drill.isEmpty()) {
        return new Refusal(
            ProtectReason.NO_HOST_FOR_A_DRILL.because(
                "No member is configured at whose place it could be restored."));
      }
      steps.then(drill.get());
    }
    return new Plan(
        NAME,
        request.about(trials),
        (request.verify()
                ? "Save a snapshot of %s and restore it on trial"
                : "Save a snapshot of %s")
            .formatted(view.cluster()),
        view,
        steps.list(),
        List.of(),
        "Nothing of the cluster is changed. The member that gives the snapshot answers slower"
            + " meanwhile.");
  }
}
