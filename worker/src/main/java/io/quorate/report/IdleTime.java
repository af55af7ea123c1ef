package io.quorate.report;

import io.quorate.cluster.Amounts;
import io.quorate.wire.ReportJson.OperationJson;
import io.quorate.wire.TimelineJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Time of an incident between two operations, in which nobody worked on the trouble.
 *
 * @param after what ended before: {@code operation 3 (rejected)}
 */
record IdleTime(Instant from, Instant to, String after) {
  /** Pause that is worth a word to whoever asks where the time went. */
  private static final Duration WORTH = Duration.ofMinutes(1);

  private Duration length() {
    return Duration.between(from, to);
  }

  /** Returns where the time between the operations went; empty where they followed at once. */
  static Optional<String> sentence(List<OperationJson> operations) {
    List<IdleTime> all = between(operations);
    Duration sum = all.stream().map(IdleTime::length).reduce(Duration.ZERO, Duration::plus);
    return all.stream()
        .max(Comparator.comparing(IdleTime::length))
        .filter(any -> sum.compareTo(WORTH) >= 0)
        .map(
            longest ->
                ("Between operations none of Quorate ran for %s, the longest time from %s to %s,"
                        + " after %s.")
                    .formatted(
                        Amounts.time(sum),
                        Times.clock(longest.from()),
                        Times.clock(longest.to()),
                        longest.after()));
  }

  private static List<IdleTime> between(List<OperationJson> operations) {
    List<IdleTime> found = new ArrayList<>();
    for (int next = 1; next < operations.size(); next++) {
      TimelineJson before = operations.get(next - 1).timeline();
      Instant begun = operations.get(next).timeline().requestedAt();
      int number = next;
      before
          .endedAt()
          .filter(end -> end.isBefore(begun))
          .ifPresent(
              end ->
                  found.add(
                      new IdleTime(
                          end, begun, "operation %d (%s)".formatted(number, before.state()))));
    }
    return found;
  }
}
