package io.quorate.wire;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Request to start an operation.
 *
 * @param options options of the runbook, by name without dashes; a flag has no values
 */
public record StartJson(String runbook, Map<String, List<String>> options, String requestedBy) {
  /** Sorts the options by name, so that equal requests are equal texts. */
  public StartJson {
    options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
  }

  /** Answer with status 201: the operation was started. */
  public record Started(String operation) {}

  /**
   * Answer with status 409: another operation runs.
   *
   * @param running id of the operation that runs
   */
  public record Running(String running, String because) {}
}
