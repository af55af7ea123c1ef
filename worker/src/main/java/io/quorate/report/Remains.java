package io.quorate.report;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.StableName;
import io.quorate.operation.Phase;
import io.quorate.operation.StepState.Progress;
import io.quorate.step.Directories.LeaveOldDirectory;
import io.quorate.step.Directories.LeaveRestoredDirectory;
import io.quorate.step.Hazard;
import io.quorate.step.Moves.LeavePlace;
import io.quorate.step.SetAsides.SetCopyAside;
import io.quorate.step.SetAsides.SetDataAside;
import io.quorate.step.SetAsides.SetStaleCopyAside;
import io.quorate.step.SetAsides.SetVolumeAside;
import io.quorate.step.Step;
import io.quorate.wire.LossReport;
import io.quorate.wire.ReportJson.LeftJson;
import io.quorate.wire.ReportJson.OperationJson;
import io.quorate.wire.TimelineJson;
import io.quorate.wire.TimelineJson.StepJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Remains of an incident: data that was given up, and directories that are to be removed. */
final class Remains {
  /** Steps that keep old data under another name; their evidence begins with the place. */
  private static final Set<String> KEEPS =
      Set.of(
          Step.nameOf(SetDataAside.class),
          Step.nameOf(SetVolumeAside.class),
          Step.nameOf(SetCopyAside.class),
          Step.nameOf(SetStaleCopyAside.class),
          Step.nameOf(LeaveOldDirectory.class),
          Step.nameOf(LeaveRestoredDirectory.class),
          Step.nameOf(LeavePlace.class));

  /** Ends after which something may be half done. */
  private static final Set<String> IN_THE_MIDDLE =
      Set.of(Phase.ABORTED.words(), Phase.STOPPED.words(), Phase.PARKED.words());

  private Remains() {}

  /** Returns what the operations gave up, the worst of each plan first. */
  static List<String> lost(List<OperationJson> operations) {
    List<String> lines = new ArrayList<>();
    for (OperationJson operation : gaveUp(operations)) {
      LossReport loss = operation.loss().orElseThrow();
      lines.add(
          operation.timeline().operation()
              + " went on with "
              + loss.source()
              + ". "
              + worst(loss)
              + " Its approvers read:");
      lines.addAll(loss.lines());
    }
    return lines;
  }

  /** Returns the worst of all that was given up, in a sentence. */
  static String worst(List<OperationJson> operations) {
    List<OperationJson> all = gaveUp(operations);
    return all.isEmpty()
        ? "no operation gave up data."
        : all.stream()
            .map(one -> worst(one.loss().orElseThrow()))
            .distinct()
            .collect(Collectors.joining(" Then: "));
  }

  /**
   * Returns what became of acknowledged writes, for a headline: the worst of all operations; empty
   * where none are in question. An operation that finishes the restore of another one announces the
   * same loss again, so losses are not added.
   */
  static Optional<String> ofWrites(List<OperationJson> operations) {
    List<LossReport> losses =
        gaveUp(operations).stream().map(one -> one.loss().orElseThrow()).toList();
    long lost =
        losses.stream().mapToLong(loss -> loss.certainlyLost().number().orElse(0L)).max().orElse(0);
    if (lost > 0) {
      return Optional.of("at least " + Amounts.count(lost, "acknowledged write") + " lost");
    }
    boolean none =
        losses.stream()
            .allMatch(
                loss -> loss.possiblyLost().number().filter(number -> number == 0).isPresent());
    return losses.isEmpty()
        ? Optional.empty()
        : Optional.of(none ? "no acknowledged write was lost" : "acknowledged writes may be lost");
  }

  /** Returns the operations that gave up data: their destructive steps began. */
  private static List<OperationJson> gaveUp(List<OperationJson> operations) {
    return operations.stream()
        .filter(one -> one.loss().isPresent() && steps(one.timeline()).anyMatch(Remains::destroys))
        .toList();
  }

  private static String worst(LossReport loss) {
    Optional<Long> most = loss.possiblyLost().number();
    Optional<Long> least = loss.certainlyLost().number().filter(number -> number > 0);
    if (most.filter(number -> number == 0).isPresent()) {
      return "No acknowledged write was lost.";
    }
    String since =
        loss.window()
            .from()
            .time()
            .map(from -> " What was acknowledged until " + Amounts.moment(from) + " is there.")
            .orElse("");
    return least
            .map(
                number -> "At least " + Amounts.count(number, "acknowledged write") + " were lost;")
            .orElse("Acknowledged writes may be lost;")
        + most.map(number -> " at most " + Amounts.count(number, "write") + ".")
            .orElse(" how many is unknown.")
        + since;
  }

  private static boolean destroys(StepJson step) {
    return step.hazard().equals(StableName.of(Hazard.DESTRUCTIVE)) && step.attempts() > 0;
  }

  static List<LeftJson> left(List<OperationJson> operations) {
    List<LeftJson> found = new ArrayList<>();
    for (OperationJson operation : operations) {
      TimelineJson timeline = operation.timeline();
      steps(timeline)
          .filter(Remains::keeps)
          .forEach(step -> found.add(kept(timeline.operation(), step)));
      if (steps(timeline).anyMatch(Remains::canBeUndone)) {
        found.add(
            new LeftJson(
                "`quorate undo "
                    + timeline.operation()
                    + "` brings back the data of before, with its trouble; it is refused once"
                    + " anybody but Quorate has changed a key",
                Optional.empty(),
                timeline.operation()));
      }
      boolean changed = steps(timeline).anyMatch(Milestones::changes);
      if (changed && IN_THE_MIDDLE.contains(timeline.state())) {
        found.add(
            new LeftJson(
                "ended in the middle: compare what it says with `quorate status "
                    + timeline.cluster()
                    + "`: "
                    + operation.because(),
                Optional.empty(),
                timeline.operation()));
      }
    }
    return found;
  }

  private static boolean canBeUndone(StepJson step) {
    return step.name().equals(Step.nameOf(LeaveOldDirectory.class)) && keeps(step);
  }

  private static boolean keeps(StepJson step) {
    return KEEPS.contains(step.name()) && step.state().equals(Progress.DONE.words());
  }

  private static LeftJson kept(String operation, StepJson step) {
    return new LeftJson(step.sentence(), step.evidence(), operation);
  }

  private static Stream<StepJson> steps(TimelineJson timeline) {
    return timeline.entries().stream().flatMap(entry -> entry.step().stream());
  }
}
