package io.quorate.client;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The workflow type of an operation is its runbook's name, as Temporal's page likes it. */
final class OperationTypes {
  private OperationTypes() {}

  /** {@code minority-replace} to {@code MinorityReplace}. */
  static String of(String runbook) {
    return Arrays.stream(runbook.split("-"))
        .filter(word -> !word.isEmpty())
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining());
  }

  /** {@code MinorityReplace} to {@code minority-replace}. */
  static String runbook(String type) {
    return type.replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
