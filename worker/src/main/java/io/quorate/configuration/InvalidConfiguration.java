package io.quorate.configuration;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Thrown for a configuration that cannot be used. The message holds all problems, one a line, for
 * people.
 */
public final class InvalidConfiguration extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  /** Creates the exception for these problems. */
  public InvalidConfiguration(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** Creates the exception for a file that cannot be found, read or used. */
  public InvalidConfiguration(String sentence) {
    super(sentence);
    this.problems = List.of();
  }

  /** The problems by line; empty when no file could be read. */
  public List<Problem> problems() {
    return problems;
  }
}
