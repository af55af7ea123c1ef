package io.quorate.client;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Converts between the names of runbooks and workflow types: an operation's type is its runbook's
 * name, as Temporal's page shows it.
 */
final class OperationTypes {
  private OperationTypes() {}

  /** The workflow type: {@code MinorityReplace} for {@code minority-replace}. */
  static String of(String runbook) {
    return Arrays.stream(runbook.split("-"))
        .filter(word -> !word.isEmpty())
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining());
  }

  /** The name of the runbook: {@code minority-replace} for {@code MinorityReplace}. */
  static String runbook(String type) {
    return type.replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
