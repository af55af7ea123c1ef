package io.quorate.playground;

import io.quorate.playground.Inspection.SeenMember;
import io.quorate.wire.ShowJson;
import io.quorate.wire.ShowJson.StepJson;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a scenario ended.
 *
 * @param outcome the state in which the operation ended; {@code none} when there was none
 * @param seconds from the break to the closed incident
 * @param announcedLoss how many acknowledged writes a data-loss report announced
 * @param differences what is not as it should be, in sentences; empty: all is well
 * @param kept data directories that were set aside
 */
record Verdict(
    String scenario,
    String outcome,
    double seconds,
    @Nullable String operation,
    int rounds,
    List<StepTime> steps,
    WritesJson writes,
    LossJson announcedLoss,
    int workerKills,
    List<SeenMember> members,
    String etcd,
    List<String> kept,
    List<String> differences) {

  /** How long one step took. */
  record StepTime(String sentence, double seconds) {}

  /** What became of the writes; those that failed may be there or not. */
  record WritesJson(long acknowledged, long failed, long lost, long longestStallMillis) {}

  /** What was announced to be lost before it was. */
  record LossJson(long writes) {}

  boolean good() {
    return differences.isEmpty();
  }

  static List<StepTime> times(ShowJson operation) {
    return operation.steps().stream()
        .map(step -> new StepTime(step.sentence(), time(step)))
        .toList();
  }

  private static double time(StepJson step) {
    return step.startedAt().isPresent() && step.endedAt().isPresent()
        ? seconds(Duration.between(step.startedAt().get(), step.endedAt().get()))
        : 0;
  }

  static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }
}
