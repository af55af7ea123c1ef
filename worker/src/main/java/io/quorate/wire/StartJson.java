package io.quorate.wire;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Request to start an operation.
 *
 * @param options options of the runbook, by name without dashes; a flag has no values
 * @param login whether {@code requestedBy} is what the operating system calls the user who asks,
 *     and not a name that was typed
 */
public record StartJson(
    String runbook, Map<String, List<String>> options, String requestedBy, boolean login) {
  /** Sorts the options by name, so that equal requests are equal texts. */
  public StartJson {
    options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
  }

  /** Creates the request of somebody by a name that was typed. */
  public StartJson(String runbook, Map<String, List<String>> options, String requestedBy) {
    this(runbook, options, requestedBy, false);
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
