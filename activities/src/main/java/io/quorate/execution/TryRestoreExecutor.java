package io.quorate.execution;

import io.quorate.cluster.Amounts;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotContent.KeysOfSource;
import io.quorate.port.SnapshotFile;
import io.quorate.port.Trial;
import io.quorate.port.TrialOrder;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.step.IsolatedRuns.TryRestore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Restores a snapshot on trial and holds it against what the catalogue says of it: revision, and
 * number and hash of the keys where its source told them over the same revisions. Only a plain
 * restore has that hash, so where revisions are to be raised it is restored twice. One that is bad
 * is marked, as a drill would, and the plan is made anew with the next.
 */
final class TryRestoreExecutor implements StepExecutor<TryRestore> {
  @Override
  public Optional<String> execute(TryRestore step, StepContext context) {
    RestoreSource source = Sources.named(context, step.file());
    try {
      return Optional.of(evidence(tried(step, source, context)));
    } catch (Failure.Spoiled bad) {
      throw marked(source, String.valueOf(bad.getMessage()), context);
    }
  }

  /**
   * Outcome of a trial.
   *
   * @param planned the restore as it is planned
   * @param findings what it was held against; empty where the source told nothing of its keys
   * @param marked whether an earlier trial had marked the snapshot
   */
  private record Tried(Trial planned, Optional<DrillFindings> findings, boolean marked) {}

  private static Tried tried(TryRestore step, RestoreSource source, StepContext context) {
    Tried tried =
        Sources.with(
            context,
            Sources.Wanted.of(step.member(), source.saved()),
            file -> {
              Trial planned =
                  restored(step, file, Sources.bump(step.bump()), context, context.afterFetching());
              return new Tried(
                  planned,
                  context
                      .ports()
                      .snapshots()
                      .contentOf(source.saved())
                      .filter(said -> said.keys().isPresent())
                      .map(said -> findings(said, planned, step, file, context)),
                  source.isMarkedByTrial());
            });
    tried
        .findings()
        .flatMap(DrillFindings::mismatch)
        .ifPresent(
            mismatch -> {
              throw new Failure.Spoiled(mismatch);
            });
    requireEnough(tried.planned(), step, source);
    if (source.isMarkedByTrial()) {
      unmarked(source.saved(), tried.planned(), context);
    }
    return tried;
  }

  /** Takes back what an earlier trial said against it. */
  private static void unmarked(SavedSnapshot saved, Trial trial, StepContext context) {
    Instant at = context.view().at();
    Duration took = trial.restoring().plus(trial.starting());
    context
        .ports()
        .snapshots()
        .drilled(
            saved,
            new Drill(
                saved.file(),
                at,
                took,
                Drill.ageOf(saved, at),
                Optional.empty(),
                Optional.empty()));
  }

  private static void requireEnough(Trial trial, TryRestore step, RestoreSource source) {
    // Where the content was not read, the revision of the source is the least that it has.
    if (trial.content().revision().compareTo(source.revision().raised(step.bump())) < 0) {
      throw new Failure.Spoiled(
          DrillFindings.otherRevision(trial, source.revision(), step.bump()).orElseThrow());
    }
    if (trial.oldWatch().filter(watch -> watch != Trial.OldWatch.COMPACTED).isPresent()) {
      throw new Failure.Refused(
          "restored with raised revisions "
              + step.file()
              + " still answers reads of older ones, so watches of clients would hang. The tool of"
              + " this host does not mark them compacted. Abort, and start this again with"
              + " --bump-revision 0; then restart whatever watches or caches keys");
    }
  }

  private static Trial restored(
      TryRestore step, SnapshotFile file, OptionalLong bump, StepContext context, Permit permit) {
    context
        .attempt()
        .progress(
            "restoring "
                + step.file()
                + " on trial"
                + (bump.isPresent() ? " with raised revisions" : " as it is"));
    return context.ports().restores().tryOut(step.member(), TrialOrder.of(file, bump), permit);
  }

  private static DrillFindings findings(
      SnapshotContent said,
      Trial planned,
      TryRestore step,
      SnapshotFile file,
      StepContext context) {
    return step.bump() == 0
        ? new DrillFindings(said, planned, Optional.empty(), 0)
        : new DrillFindings(
            said,
            restored(step, file, OptionalLong.empty(), context, context.anew().get()),
            Optional.of(planned),
            step.bump());
  }

  /**
   * Marks a snapshot whose restore differs from what was saved. A new operation makes a snapshot of
   * a member's data again, so this operation ends. Any other snapshot gives way to the next one in
   * a new plan. A person named a snapshot that was marked before, and a new plan would take it
   * again, so the step is refused.
   */
  private static RuntimeException marked(RestoreSource source, String why, StepContext context) {
    SavedSnapshot saved = source.saved();
    if (saved.isForeign()) {
      return new Failure.Refused(
          "%s cannot be used: %s. Abort, and start this again with another --snapshot, or without"
              .formatted(saved.file(), why));
    }
    context.ports().snapshots().drilled(saved, Drill.bad(saved, context.view().at(), why));
    String sentence = "The snapshot " + saved.file() + " is bad, and marked so: " + why + ".";
    if (source.isMarkedByTrial()) {
      return new Failure.Refused(
          sentence
              + " It was bad the time before too. Abort, and start this again with another"
              + " --snapshot, or without");
    }
    return source.isSalvaged()
        ? new Failure.Refused(sentence + " Start this again: it is made anew of the data")
        : new WorldChanged(sentence);
  }

  private static String evidence(Tried tried) {
    Trial trial = tried.planned();
    return "restored in "
        + Amounts.time(trial.restoring())
        + ", serves after "
        + Amounts.time(trial.starting())
        + ": revision "
        + trial.content().revision()
        + trial
            .content()
            .keys()
            .map(KeysOfSource::count)
            .map(count -> ", " + Amounts.count(count, "key"))
            .orElse("")
        + tried.findings().map(DrillFindings::hash).map("; "::concat).orElse("")
        + trial.oldWatch().map(watch -> "; a watch from before is told to list anew").orElse("")
        + (tried.marked() ? "; an earlier trial had marked it bad, and the mark is gone" : "");
  }
}
