package io.quorate.operation;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats times of day in UTC, as in every log of the product. */
public final class UtcTime {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final DateTimeFormatter MINUTES =
      DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  private UtcTime() {}

  /** Returns the time of day as {@code 03:02}, where a message says once that it means UTC. */
  public static String minute(Instant at) {
    return MINUTES.format(at);
  }

  /** Returns the time of day as {@code 03:02:11}, for columns whose heading says UTC. */
  public static String bare(Instant at) {
    return SECONDS.format(at);
  }

  /** Returns the time of day as {@code 03:02:11 UTC}. */
  public static String of(Instant at) {
    return bare(at) + " UTC";
  }

  /** Returns the time of day as {@code 03:02}, with the date where that is not the day of now. */
  public static String minutes(Instant at, Instant now) {
    boolean today =
        at.atZone(ZoneOffset.UTC).toLocalDate().equals(now.atZone(ZoneOffset.UTC).toLocalDate());
    return (today ? MINUTES : DAY).format(at);
  }
}
