package io.quorate.gateway.http;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limit of the log lines that strangers cause: in each period a line is logged once, and only so
 * many lines, so that nobody fills the log from outside.
 */
final class LogRateLimit {
  private static final Logger LOG = LoggerFactory.getLogger(LogRateLimit.class);
  private static final int MOST = 20;

  private final Duration period;
  private final InstantSource clock;
  private final Set<String> said = new HashSet<>();
  private Instant end = Instant.MIN;
  private int left;

  LogRateLimit(Duration period, InstantSource clock) {
    this.period = period;
    this.clock = clock;
  }

  /**
   * Returns whether the line is due, and remembers it as logged. The first line beyond the limit
   * logs that others follow, and the first one of the next period how many followed.
   */
  synchronized boolean isDue(String line) {
    Instant now = clock.instant();
    if (!now.isBefore(end)) {
      if (left > 0) {
        LOG.warn("{} more of these were not logged until {}", left, end);
      }
      said.clear();
      left = 0;
      end = now.plus(period);
    }
    if (said.size() < MOST) {
      return said.add(line);
    }
    if (!said.contains(line) && left++ == 0) {
      LOG.warn("Others follow; until {} they are counted and not logged", end);
    }
    return false;
  }
}
