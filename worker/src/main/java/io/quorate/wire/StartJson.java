package io.quorate.wire;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a start is asked for with.
 *
 * @param options of the runbook, by name without dashes; a flag has no values
 */
public record StartJson(String runbook, Map<String, List<String>> options, String requestedBy) {
  /** In the order of the names, so that equal requests are equal texts. */
  public StartJson {
    options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
  }

  /** It was started: 201. */
  public record Started(String operation) {}

  /**
   * Another one runs: 409.
   *
   * @param running its operation id
   */
  public record Running(String running, String because) {}
}
