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
 * @param out answers only
 * @param err everything else
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

  /** Columns of the terminal; the launcher knows them. */
  int width() {
    String columns = environment.getOrDefault("COLUMNS", "");
    boolean known = columns.matches("[1-9]\\d{1,3}");
    return known ? Integer.parseInt(columns) : USUAL_WIDTH;
  }

  boolean debug() {
    return "1".equals(environment.get("QUORATE_DEBUG"));
  }

  /** Whether to paint: no when NO_COLOR is set to anything but nothing (https://no-color.org). */
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
