package io.quorate.cluster;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * Durations, times, sizes and numbers as people read them, in messages, on the page and in a
 * terminal.
 */
public final class Amounts {
  private static final long MEBIBYTE = 1 << 20;

  private Amounts() {}

  /**
   * A duration as {@code 0.3 s}, {@code 90 s}, {@code 14 min}, {@code 3 h}, {@code 2 days}; one
   * that ended before it began, by two clocks, as {@code 0.0 s}.
   */
  public static String time(Duration duration) {
    if (duration.toSeconds() < 10) {
      return String.format(Locale.ROOT, "%.1f s", Math.max(0, duration.toMillis()) / 1000.0);
    }
    if (duration.toMinutes() < 2) {
      return duration.toSeconds() + " s";
    }
    if (duration.toHours() < 2) {
      return duration.toMinutes() + " min";
    }
    return duration.toDays() < 2 ? duration.toHours() + " h" : duration.toDays() + " days";
  }

  /** How long ago something was, as {@code 3 h ago}; the time itself where a clock was ahead. */
  public static String ago(Instant then, Instant now) {
    return Age.wasAhead(then, now)
        ? "at " + moment(then) + ", which has not come yet (a clock was ahead)"
        : time(Duration.between(then, now)) + " ago";
  }

  /** A point in time as {@code 2026-11-21T03:02:31Z}, rounded up to the whole second. */
  public static String moment(Instant at) {
    return at.plusNanos(999_999_999).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** A size as {@code 21 MiB}, rounded up, so that no size above zero is shown as zero. */
  public static String mebibytes(long bytes) {
    return Math.ceilDiv(bytes, MEBIBYTE) + " MiB";
  }

  /** A number with its noun: {@code 1 voter}, {@code 3 voters}. */
  public static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
