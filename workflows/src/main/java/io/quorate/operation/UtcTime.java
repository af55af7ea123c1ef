package io.quorate.operation;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats times of day in UTC, as in every log of the product. */
public final class UtcTime {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private UtcTime() {}

  /** Returns the time of day as {@code 03:02:11}, for columns whose heading says UTC. */
  public static String bare(Instant at) {
    return SECONDS.format(at);
  }

  /** Returns the time of day as {@code 03:02:11 UTC}. */
  public static String of(Instant at) {
    return bare(at) + " UTC";
  }
}
