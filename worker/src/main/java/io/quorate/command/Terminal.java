package io.quorate.command;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Streams, environment variables and clock of a verb.
 *
 * @param out stream for answers only
 * @param err stream for everything else
 * @param terminals which streams a person looks at, and whether one types
 * @param typed the next line that a person types; empty at the end of the input
 */
public record Terminal(
    PrintWriter out,
    PrintWriter err,
    Set<Stream> terminals,
    Map<String, String> environment,
    Supplier<Instant> clock,
    Pause pause,
    Supplier<Optional<String>> typed) {

  private static final int USUAL_WIDTH = 80;

  /** Standard input, standard output, or standard error. */
  public enum Stream {
    IN,
    OUT,
    ERR
  }

  /** Waits between looks. */
  @FunctionalInterface
  public interface Pause {
    void pause(Duration duration) throws InterruptedException;
  }

  public Terminal {
    terminals = Set.copyOf(terminals);
    environment = Map.copyOf(environment);
  }

  /** Whether a person looks at the answers. */
  public boolean isTerminal() {
    return terminals.contains(Stream.OUT);
  }

  /** Whether a person can be asked: they type, and read what is asked. */
  boolean asks() {
    return terminals.contains(Stream.IN) && terminals.contains(Stream.ERR);
  }

  /** Asks the person at the terminal; empty when they typed nothing. */
  Optional<String> ask(String question) {
    err.print(question);
    err.flush();
    return typed.get().map(String::strip).filter(line -> !line.isEmpty());
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
    return isTerminal() && environment.getOrDefault("NO_COLOR", "").isEmpty();
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
