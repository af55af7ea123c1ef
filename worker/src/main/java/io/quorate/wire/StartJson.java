package io.quorate.wire;

import java.util.List;
import java.util.Map;

/**
 * What a start is asked for with.
 *
 * @param options of the runbook, by name without dashes; a flag has no values
 */
public record StartJson(String runbook, Map<String, List<String>> options, String requestedBy) {
  /** It was started: 201. */
  public record Started(String operation) {}

  /**
   * Another one runs: 409.
   *
   * @param running its operation id
   */
  public record Running(String running, String because) {}
}
