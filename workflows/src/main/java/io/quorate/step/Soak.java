package io.quorate.step;

import java.time.Duration;

/**
 * Lets all but one member run with the new etcd for a while before the last one follows, for up to
 * here every switch can be taken back (docs/etcd.md#upgrades). The operation waits by itself;
 * {@code continue} ends the wait.
 *
 * @param length at least a second
 */
public record Soak(Duration length) implements WorkflowStep {
  /** Throws {@link IllegalArgumentException} for a time that is none. */
  public Soak {
    if (length.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException("nobody soaks for " + length);
    }
  }

  @Override
  public String sentence() {
    return "Soak for " + words() + " before the last member; continue ends it";
  }

  /** {@code 10 min}, {@code 90 s}. */
  public String words() {
    return length.toSeconds() % 60 == 0 ? length.toMinutes() + " min" : length.toSeconds() + " s";
  }

  @Override
  public Hazard hazard() {
    return Hazard.OBSERVES;
  }

  /** Nobody carries it out, so nobody spends it. */
  @Override
  public Budget budget() {
    return new Budget(length, 1);
  }
}
