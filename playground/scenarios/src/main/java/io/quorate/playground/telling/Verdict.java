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
 * @param originals data directories that the members had when the cluster was broken, but for those
 *     that were given back to their members
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
    List<OriginalJson> originals,
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

    /**
     * Returns whether all that was announced as certainly lost can be missing, where so many
     * changes are missing at most.
     */
    public boolean certainOfNoMoreThan(long missing) {
      return certainlyLost.number().map(least -> least <= missing).orElse(true);
    }
  }

  /**
   * Fate of a data directory of before, from the end of its process to the end of the play.
   *
   * @param place where it is now; null where it is gone
   * @param files how many files it had
   * @param changes what became of files that differ, as in {@code a/b was changed}; none: it is
   *     byte for byte what it was
   */
  public record OriginalJson(
      String member, @Nullable String place, int files, List<String> changes) {
    /** Returns a sentence for each file that differs. */
    public List<String> differences() {
      return changes.stream()
          .map(
              change ->
                  "the old data of "
                      + member
                      + " is not what its process left: "
                      + change
                      + (place == null ? ", with the directory" : " in " + place))
          .toList();
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
