package io.quorate.step;

import java.time.Duration;

/**
 * Lets all but one member run the new etcd for a while before the last one follows, because until
 * then every switch can be taken back (docs/etcd.md#upgrades). The workflow itself waits; {@code
 * continue} ends the wait.
 *
 * @param length at least a second
 */
public record Soak(Duration length) implements WorkflowStep {
  /** Throws {@link IllegalArgumentException} for less than a second. */
  public Soak {
    if (length.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException("nobody soaks for " + length);
    }
  }

  @Override
  public String sentence() {
    return "Soak for " + words() + " before the last member; continue ends it";
  }

  /** The length as {@code 10 min} or {@code 90 s}. */
  public String words() {
    return length.toSeconds() % 60 == 0 ? length.toMinutes() + " min" : length.toSeconds() + " s";
  }

  @Override
  public Hazard hazard() {
    return Hazard.OBSERVES;
  }

  /** A budget that is never used: no activity carries this step out. */
  @Override
  public Budget budget() {
    return new Budget(length, 1);
  }
}
