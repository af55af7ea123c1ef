package io.quorate.execution;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.Revision;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotStore;
import io.quorate.port.Trial;
import io.quorate.port.TrialOrder;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.snapshot.SnapshotFlaw;
import io.quorate.step.IsolatedRuns.DrillSnapshot;
import io.quorate.step.IsolatedRuns.DrillSnapshot.IfBad;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restores a snapshot on trial and writes into the catalogue what that showed. One that is bad is
 * marked, and said in the evidence, in the log and in every status until a newer one is verified.
 */
final class DrillSnapshotExecutor implements StepExecutor<DrillSnapshot> {
  /** Most snapshots that are tried: three bad ones in a row are a matter for people. */
  private static final int MOST = 3;

  private static final Logger LOG = LoggerFactory.getLogger(DrillSnapshotExecutor.class);

  @Override
  public Optional<String> execute(DrillSnapshot step, StepContext context) {
    context
        .ports()
        .restores()
        .objection(step.member())
        .ifPresent(
            why -> {
              throw new Failure.Refused(
                  "nothing can be restored on trial on the host of " + step.member() + ": " + why);
            });
    List<Drill> bad = new ArrayList<>();
    for (SavedSnapshot saved : candidates(step, context)) {
      Tried tried = drilled(saved, step, context);
      context.ports().snapshots().drilled(saved, tried.drill());
      if (tried.drill().verified()) {
        return Optional.of(words(bad) + tried.evidence());
      }
      bad.add(tried.drill());
      LOG.warn(
          "the snapshot {} of {} is bad: {}",
          saved.file(),
          saved.cluster(),
          tried.drill().mismatch().map(SnapshotFlaw::words).orElse(""));
    }
    throw new Failure.Refused(
        words(bad)
            + "No known good backup is left of those that were tried. Save one at once: quorate"
            + " start backup "
            + context.ports().cluster()
            + " --verify");
  }

  private static String words(List<Drill> bad) {
    return bad.stream()
        .map(
            drill ->
                "BAD: "
                    + drill.snapshot()
                    + " ("
                    + drill.mismatch().map(SnapshotFlaw::words).orElse("")
                    + "). ")
        .collect(Collectors.joining());
  }

  /** The snapshots to try, in order: the named one, or the newest of the cluster as it is now. */
  private static List<SavedSnapshot> candidates(DrillSnapshot step, StepContext context) {
    if (step.file().isPresent()) {
      SavedSnapshot named = Sources.named(context, step.file().get()).saved();
      if (named.isForeign()) {
        throw new Failure.Refused(
            "%s was not saved by Quorate: nothing tells what it has to hold, so a drill proves nothing of it. majority-recovery --snapshot restores it on trial before it asks"
                .formatted(named.file()));
      }
      return List.of(named);
    }
    List<SavedSnapshot> fit =
        context.ports().snapshots().list(context.ports().cluster()).stream()
            .filter(
                saved ->
                    saved.salvage().isEmpty()
                        && !context.view().past().isGivenUp(saved)
                        && context.view().clusterId().map(saved.clusterId()::equals).orElse(true))
            .limit(step.ifBad() == IfBad.NEXT_OLDER ? MOST : 1)
            .toList();
    if (fit.isEmpty()) {
      throw new Failure.Refused("there is no snapshot of this cluster that could be restored");
    }
    return fit;
  }

  private record Tried(Drill drill, String evidence) {}

  private static Tried drilled(SavedSnapshot saved, DrillSnapshot step, StepContext context) {
    Instant began = context.view().at();
    long clock = System.nanoTime();
    Duration age = Drill.ageOf(saved, began);
    Duration took = Duration.ZERO;
    Optional<Duration> learner = Optional.empty();
    Optional<String> mismatch;
    String evidence = "";
    try {
      DrillFindings findings = findings(saved, step, context);
      took = findings.plain().restoring().plus(findings.plain().starting());
      mismatch = findings.mismatch().or(() -> tooOld(saved, findings));
      if (mismatch.isEmpty()) {
        requireComplete(findings, step);
      }
      learner = findings.learnerTook();
      evidence =
          "%s restored in %s, serving after %s, data %s old: %s"
              .formatted(
                  saved.file(),
                  Amounts.time(findings.plain().restoring()),
                  Amounts.time(findings.plain().starting()),
                  Amounts.time(age),
                  findings.evidence());
    } catch (Failure.Spoiled spoiled) {
      mismatch = Optional.of(String.valueOf(spoiled.getMessage()));
    }
    Instant at = began.plusNanos(System.nanoTime() - clock);
    return new Tried(
        new Drill(saved.file(), at, took, age, mismatch.map(SnapshotFlaw::ofTrial), learner),
        evidence);
  }

  /** Why it is no backup of its time, in a clause: no restore can show otherwise. */
  private static Optional<String> tooOld(SavedSnapshot saved, DrillFindings findings) {
    Revision held = findings.plain().content().revision();
    return held.compareTo(saved.atLeast()) < 0
        ? Optional.of(
            "it holds revision %s only, and %s had %s before it gave it"
                .formatted(held, saved.source(), saved.atLeast()))
        : Optional.empty();
  }

  /** The trial did not come to its end, so the snapshot is neither verified nor bad. */
  private static void requireComplete(DrillFindings findings, DrillSnapshot step) {
    findings
        .openWatch()
        .ifPresent(
            why -> {
              throw new Failure.Refused(
                  "what was restored on the host of "
                      + step.member()
                      + " is as recorded, but "
                      + why
                      + ": look at its etcdutl");
            });
    findings
        .learnerOutside()
        .ifPresent(
            why -> {
              throw new Failure.Refused(
                  "what was restored on the host of "
                      + step.member()
                      + " is as recorded, and no learner could join it: "
                      + why);
            });
  }

  private static DrillFindings findings(
      SavedSnapshot saved, DrillSnapshot step, StepContext context) {
    SnapshotStore store = context.ports().snapshots();
    SnapshotContent said = store.contentOf(saved).orElseGet(() -> store.read(saved));
    boolean learner = DrillFindings.learnerObstacle(said).isEmpty();
    return Sources.with(
        context,
        new Sources.Wanted(step.member(), saved, learner),
        file -> {
          boolean once = step.bump() == 0;
          Trial plain =
              tried(new TrialOrder(file, OptionalLong.empty(), learner && once), step, context);
          Optional<Trial> raised =
              once
                  ? Optional.empty()
                  : Optional.of(
                      tried(
                          new TrialOrder(file, OptionalLong.of(step.bump()), learner),
                          step,
                          context));
          return new DrillFindings(said, plain, raised, step.bump());
        });
  }

  private static Trial tried(TrialOrder order, DrillSnapshot step, StepContext context) {
    context
        .attempt()
        .progress(
            "restoring it on trial "
                + (order.bump().isEmpty() ? "as it is" : "with raised revisions")
                + (order.learner() ? ", and letting a learner join it" : ""));
    return context.ports().restores().tryOut(step.member(), order, context.anew().get());
  }
}
