package io.quorate.command;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Surroundings of a verb: its two streams, its environment and its clock.
 *
 * @param out stream for answers only
 * @param err stream for everything else
 * @param terminals which of the two streams a person looks at
 */
public record Surface(
    PrintWriter out,
    PrintWriter err,
    Set<Stream> terminals,
    Map<String, String> environment,
    Supplier<Instant> clock,
    Pause pause) {

  private static final int USUAL_WIDTH = 80;

  /** Standard output, or standard error. */
  public enum Stream {
    OUT,
    ERR
  }

  /** Waits between looks. */
  @FunctionalInterface
  public interface Pause {
    void pause(Duration duration) throws InterruptedException;
  }

  public Surface {
    terminals = Set.copyOf(terminals);
    environment = Map.copyOf(environment);
  }

  /** Whether a person looks at the answers. */
  public boolean terminal() {
    return terminals.contains(Stream.OUT);
  }

  /** Whether lines of this stream can be written over. */
  boolean redraws(Stream stream) {
    return terminals.contains(stream) && !"dumb".equals(environment.get("TERM"));
  }

  /** Columns of the terminal, which the launcher passes in {@code COLUMNS}. */
  int width() {
    String columns = environment.getOrDefault("COLUMNS", "");
    boolean known = columns.matches("[1-9]\\d{1,3}");
    return known ? Integer.parseInt(columns) : USUAL_WIDTH;
  }

  boolean debug() {
    return "1".equals(environment.get("QUORATE_DEBUG"));
  }

  /** Whether to paint: on a terminal, unless NO_COLOR has a value (https://no-color.org). */
  boolean colour() {
    return terminal() && environment.getOrDefault("NO_COLOR", "").isEmpty();
  }

  /** Waits; an interrupt ends the verb. */
  void rest(Duration duration) {
    if (!rests(duration)) {
      throw VerbFailure.fault("interrupted");
    }
  }

  /** Waits; returns false when interrupted. */
  boolean rests(Duration duration) {
    try {
      pause.pause(duration);
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
