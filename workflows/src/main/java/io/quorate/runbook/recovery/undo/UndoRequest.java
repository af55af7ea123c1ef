package io.quorate.runbook.recovery.undo;

import io.quorate.runbook.Options;
import java.util.List;
import java.util.Map;

/**
 * Request to undo a restore.
 *
 * @param operation that restored the cluster
 */
public record UndoRequest(String operation) {
  static final String OPERATION = "operation";

  static UndoRequest of(Options options) {
    return options.all(OPERATION).stream()
        .filter(one -> !one.isBlank())
        .findFirst()
        .map(UndoRequest::new)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "which operation is to be undone? Say it with --operation ID"));
  }

  Map<String, List<String>> options() {
    return Map.of(OPERATION, List.of(operation));
  }
}
