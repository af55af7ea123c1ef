package io.quorate.command;

import java.time.Duration;
import java.util.Locale;

/** Durations and numbers as people read them. */
final class Words {
  private Words() {}

  /** A duration as {@code 0.3 s}, {@code 12 s}, {@code 14 min}, {@code 3 h}, {@code 2 days}. */
  static String time(Duration duration) {
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

  /** A number with its noun: {@code 1 voter}, {@code 3 voters}. */
  static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
