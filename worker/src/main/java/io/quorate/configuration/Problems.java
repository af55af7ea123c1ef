package io.quorate.configuration;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Collects the problems of a file while it is read. Equal sentences about one field count once,
 * because a wrong member default is met again with every member.
 */
final class Problems {
  private final String file;
  private final Set<Problem> found = new LinkedHashSet<>();

  Problems(String file) {
    this.file = file;
  }

  void add(int line, String field, String sentence) {
    found.add(new Problem(file, line, field, sentence));
  }

  /** Throws all problems, by line. */
  void throwIfAny() {
    if (!found.isEmpty()) {
      throw new InvalidConfiguration(found.stream().sorted(Problem.BY_LINE).toList());
    }
  }
}
