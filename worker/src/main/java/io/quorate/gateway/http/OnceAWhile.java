package io.quorate.gateway.http;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;

/**
 * Lines that strangers cause: each is logged once a while, and only so many of them, so that nobody
 * fills the log from outside.
 */
final class OnceAWhile {
  private static final int MOST = 20;

  private final Duration period;
  private final InstantSource clock;
  private final Set<String> said = new HashSet<>();
  private Instant end = Instant.MIN;

  OnceAWhile(Duration period, InstantSource clock) {
    this.period = period;
    this.clock = clock;
  }

  /** Returns whether the line is due, and remembers it as logged. */
  synchronized boolean isDue(String line) {
    Instant now = clock.instant();
    if (!now.isBefore(end)) {
      said.clear();
      end = now.plus(period);
    }
    return said.size() < MOST && said.add(line);
  }
}
