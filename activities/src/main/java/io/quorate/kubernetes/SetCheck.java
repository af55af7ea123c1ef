package io.quorate.kubernetes;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * A check of what the StatefulSets of a cluster need in Kubernetes.
 *
 * @param name of what is checked
 * @param finding asks the API server; empty where nothing is wrong
 */
public record SetCheck(String name, Supplier<Optional<Finding>> finding) {
  /**
   * Something that is wrong, in a sentence.
   *
   * @param fails whether it is an error; else it is a warning
   */
  public record Finding(boolean fails, String sentence) {}

  /** A check whose finding is an error. */
  public static SetCheck failing(String name, Supplier<Optional<String>> finding) {
    return of(name, true, finding);
  }

  /** A check whose finding is a warning. */
  static SetCheck warning(String name, Supplier<Optional<String>> finding) {
    return of(name, false, finding);
  }

  static SetCheck of(String name, boolean fails, Supplier<Optional<String>> finding) {
    return new SetCheck(name, () -> finding.get().map(why -> new Finding(fails, why)));
  }
}
