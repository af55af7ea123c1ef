package io.quorate.report;

import io.quorate.wire.TimelineJson;
import io.quorate.wire.TimelineJson.EntryJson;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Times of one operation.
 *
 * @param asked when its first question was asked
 * @param answer time from there to the first decision that counted
 * @param firstChange when its first step that changes something began
 */
record OperationTimes(
    Optional<Instant> asked, Optional<Duration> answer, Optional<Instant> firstChange) {
  static OperationTimes of(TimelineJson timeline) {
    Optional<Instant> asked = first(timeline, "question-asked");
    Optional<Instant> decided = first(timeline, "decision");
    return new OperationTimes(
        asked,
        asked.flatMap(at -> decided.map(then -> Duration.between(at, then))),
        earliest(
            timeline.entries().stream()
                .flatMap(entry -> entry.step().stream())
                .filter(Milestones::changes)
                .map(TimelineJson.StepJson::startedAt)));
  }

  private static Optional<Instant> first(TimelineJson timeline, String what) {
    return earliest(
        timeline.entries().stream().filter(entry -> entry.what().equals(what)).map(EntryJson::at));
  }

  private static Optional<Instant> earliest(Stream<Instant> times) {
    return times.min(Comparator.naturalOrder());
  }
}
