package io.quorate.reminder;

import io.quorate.cluster.Amounts;
import io.quorate.operation.UtcTime;
import java.time.Duration;
import java.time.Instant;

/** The one line of a reminder. */
final class ReminderLine {
  private ReminderLine() {}

  static String of(Waiting waiting, Instant now) {
    String lasts =
        Amounts.time(Duration.between(waiting.since(), now)) + ", since " + time(waiting.since());
    String writes = waiting.writesFailSince().map(since -> writes(waiting, since)).orElse("");
    return waiting.marked(
        waiting.cluster()
            + ": "
            + waiting.what().sentence()
            + ", "
            + lasts
            + "."
            + writes
            + " "
            + who(waiting, now));
  }

  private static String writes(Waiting waiting, Instant since) {
    return waiting
        .writesSeenAt()
        .map(at -> " All writes failed " + seen(waiting, at) + time(at) + ".")
        .orElseGet(() -> " All writes fail since " + time(since) + ".");
  }

  private static String seen(Waiting waiting, Instant at) {
    return at.equals(waiting.since()) ? "when it parked, at " : "when the plan was made, at ";
  }

  private static String who(Waiting waiting, Instant now) {
    return waiting
        .held(now)
        .map(by -> by.words() + " UTC.")
        .or(
            () ->
                waiting.taken().map(by -> by.by() + " said at " + time(by.at()) + " to be on it."))
        .orElse("Nobody is on it: quorate take " + waiting.cluster());
  }

  private static String time(Instant at) {
    return UtcTime.minute(at) + " UTC";
  }
}
