package io.quorate.configuration;

import java.time.Duration;
import java.util.Optional;

/**
 * Settings of the self-test, in which an alert about a cluster that a worker plays goes the whole
 * way to the end of its incident.
 *
 * @param every from one to the next, 1 h to 7 d
 */
public record SelfTestSettings(Duration every) {
  static final String EXAMPLE = "selfTest: {every: 24h}";

  private static final String EVERY = "every";
  private static final Duration USUAL = Duration.ofHours(24);
  private static final Duration LEAST = Duration.ofHours(1);
  private static final Duration MOST = Duration.ofDays(7);

  static SelfTestSettings read(Section section) {
    Duration every = section.orElse(EVERY, USUAL, ValueParsers::duration);
    if (every.compareTo(LEAST) < 0 || every.compareTo(MOST) > 0) {
      section.problem(EVERY, "is not between 1h and 7d");
    }
    return new SelfTestSettings(every);
  }

  /**
   * Returns why a namespace does not suit these settings; empty where the namespace does.
   *
   * @param retention how long the namespace keeps a run after its end
   */
  public Optional<String> trouble(Duration retention) {
    return every.compareTo(retention) > 0
        ? Optional.of(
            ("selfTest.every is %d h, and the namespace of Temporal forgets a run after %d h:"
                    + " self-tests will be more frequent than configured.")
                .formatted(every.toHours(), retention.toHours()))
        : Optional.empty();
  }
}
