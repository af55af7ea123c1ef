package io.quorate.playground.telling;

import io.quorate.lab.load.KeepingClient;
import io.quorate.wire.NumberOrUnknown;
import io.quorate.wire.ShowJson;
import io.quorate.wire.ShowJson.StepJson;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result of a scenario.
 *
 * @param outcome the state in which the operation ended; {@code none} when there was none
 * @param seconds from the break to the closed incident, or to the end of an operation that a person
 *     started
 * @param announcedLoss how many acknowledged writes a data-loss report announced
 * @param client what became of a client's watch, lease and lock; null where no member told
 * @param differences what is not as it should be, in sentences; empty: all is well
 * @param kept data directories that were set aside
 */
public record Verdict(
    String scenario,
    String outcome,
    double seconds,
    @Nullable String operation,
    int rounds,
    List<StepTime> steps,
    WritesJson writes,
    LossJson announcedLoss,
    KeepingClient.@Nullable Kept client,
    int workerKills,
    List<SeenMember> members,
    String etcd,
    List<String> kept,
    List<String> differences) {

  /** Duration of one step. */
  public record StepTime(String sentence, double seconds) {}

  /** Outcome of the writes; etcd may have applied the failed ones or not. */
  public record WritesJson(long acknowledged, long failed, long lost, long longestStallMillis) {}

  /**
   * Loss of writes that was announced before anybody approved.
   *
   * @param writes how many are lost at most; {@code unknown} where only lost members knew
   * @param certainlyLost how many are lost at least
   * @param source the data that the cluster went on with; null where no loss was announced
   */
  public record LossJson(
      NumberOrUnknown writes, NumberOrUnknown certainlyLost, @Nullable String source) {
    /** Returns whether a loss of so many writes was announced, by its number or as unknown. */
    public boolean covers(long lost) {
      return writes.number().map(most -> lost <= most).orElse(true);
    }
  }

  /** Returns whether all is as it should be. */
  public boolean good() {
    return differences.isEmpty();
  }

  /** Returns how long each step of the operation took. */
  public static List<StepTime> times(ShowJson operation) {
    return operation.steps().stream()
        .map(step -> new StepTime(step.sentence(), time(step)))
        .toList();
  }

  private static double time(StepJson step) {
    return step.startedAt().isPresent() && step.endedAt().isPresent()
        ? seconds(Duration.between(step.startedAt().get(), step.endedAt().get()))
        : 0;
  }

  /** Returns a duration in seconds, to the millisecond. */
  public static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }
}
