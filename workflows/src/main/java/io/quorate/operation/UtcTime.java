package io.quorate.operation;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times of day in texts. They are in UTC, as in every log of the product. */
public final class UtcTime {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private UtcTime() {}

  /** The time of day as {@code 03:02:11}, for columns whose heading or neighbour says UTC. */
  public static String bare(Instant at) {
    return SECONDS.format(at);
  }

  /** The time of day as {@code 03:02:11 UTC}. */
  public static String of(Instant at) {
    return bare(at) + " UTC";
  }
}
