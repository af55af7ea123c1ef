package io.quorate.command;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Where a verb runs: its two streams, its environment and its time.
 *
 * @param out answers alone
 * @param err everything else
 * @param terminal whether {@code out} is looked at by a person
 */
public record Surface(
    PrintWriter out,
    PrintWriter err,
    boolean terminal,
    Map<String, String> environment,
    Supplier<Instant> clock,
    Pause pause) {

  /** Waits between looks. */
  @FunctionalInterface
  public interface Pause {
    void pause(Duration duration) throws InterruptedException;
  }

  public Surface {
    environment = Map.copyOf(environment);
  }

  boolean debug() {
    return "1".equals(environment.get("QUORATE_DEBUG"));
  }

  /** https://no-color.org: set to anything but nothing. */
  boolean colour() {
    return terminal && environment.getOrDefault("NO_COLOR", "").isEmpty();
  }

  /** Waits; an interrupt ends the verb. */
  void rest(Duration duration) {
    try {
      pause.pause(duration);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw VerbFailure.fault("interrupted");
    }
  }
}
