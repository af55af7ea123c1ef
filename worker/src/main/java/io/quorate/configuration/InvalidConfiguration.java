package io.quorate.configuration;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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

  /**
   * One thing that is wrong with a configuration file.
   *
   * @param line number of the line, from 1
   * @param field path of the field, such as {@code clusters.payments.members.etcd-1.peerUrl}; empty
   *     when the file as a whole is meant
   * @param sentence what is wrong and what to write instead
   */
  public record Problem(String file, int line, String field, String sentence) {
    static final Comparator<Problem> BY_LINE =
        Comparator.comparingInt(Problem::line).thenComparing(Problem::field);

    /** The problem as {@code quorate.yml:12: clusters.payments.members: is missing}. */
    @Override
    public String toString() {
      return file + ":" + line + ": " + (field.isEmpty() ? "" : field + ": ") + sentence;
    }
  }

  /**
   * Collects the problems of a file while it is read. Equal sentences about one field count once,
   * because a wrong member default is met again with every member.
   */
  static final class Problems {
    private final String file;
    private final Set<Problem> found = new LinkedHashSet<>();

    Problems(String file) {
      this.file = file;
    }

    void add(int line, String field, String sentence) {
      found.add(new Problem(file, line, field, sentence));
    }

    /** Returns the problems, by line. */
    List<Problem> found() {
      return found.stream().sorted(Problem.BY_LINE).toList();
    }

    /** Throws all problems, by line. */
    void throwIfAny() {
      if (!found.isEmpty()) {
        throw new InvalidConfiguration(found());
      }
    }
  }
}
