package io.quorate.record;

import io.quorate.cluster.Age;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Sizes of the database of a cluster over the last 25 h, so that a worker that has just begun knows
 * the growth of a day.
 *
 * @param hours the first that was seen in each hour, the oldest first; at most 26
 */
public record SizeHistory(List<SeenSize> hours) {
  /** Nothing seen. */
  public static final SizeHistory NONE = new SizeHistory(List.of());

  private static final Duration KEPT = Duration.ofHours(25);

  private static final BinaryOperator<SeenSize> FIRST =
      BinaryOperator.minBy(Comparator.comparing(SeenSize::at).thenComparing(SeenSize::bytes));

  public SizeHistory {
    Map<Instant, SeenSize> each =
        hours.stream()
            .collect(
                Collectors.toMap(
                    one -> one.at().truncatedTo(ChronoUnit.HOURS),
                    Function.identity(),
                    FIRST,
                    TreeMap::new));
    Instant newest = hours.stream().map(SeenSize::at).max(Instant::compareTo).orElse(Instant.EPOCH);
    hours = each.values().stream().filter(one -> !one.at().plus(KEPT).isBefore(newest)).toList();
  }

  /** Returns the history after a look; sizes that a fast clock dated ahead are forgotten. */
  SizeHistory after(SeenSize now) {
    return new SizeHistory(
        Stream.concat(
                hours.stream().filter(one -> !Age.wasAhead(one.at(), now.at())), Stream.of(now))
            .toList());
  }

  /** Joins what two records keep. */
  SizeHistory or(SizeHistory other) {
    return new SizeHistory(Stream.concat(hours.stream(), other.hours.stream()).toList());
  }
}
