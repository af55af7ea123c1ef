package io.quorate.report;

import io.quorate.cluster.Amounts;
import io.quorate.operation.UtcTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

/** Times of a report; all are UTC, which its first line says. */
final class Times {
  private Times() {}

  static String clock(Instant at) {
    return UtcTime.bare(at);
  }

  /** Returns the time, with its date where that is another one than before. */
  static String dated(Instant at, Optional<Instant> before) {
    return before.map(Times::day).equals(Optional.of(day(at)))
        ? clock(at)
        : day(at) + " " + clock(at);
  }

  /** Returns a span of time in a sentence. */
  static String span(Instant from, Optional<Instant> to) {
    return to.map(
            end ->
                "From "
                    + day(from)
                    + " "
                    + clock(from)
                    + " to "
                    + dated(end, Optional.of(from))
                    + " UTC, "
                    + Amounts.time(Duration.between(from, end))
                    + ".")
        .orElseGet(() -> "Since " + day(from) + " " + UtcTime.of(from) + ", and still open.");
  }

  private static LocalDate day(Instant at) {
    return LocalDate.ofInstant(at, ZoneOffset.UTC);
  }
}
