package io.quorate.configuration;

import java.util.Comparator;

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
