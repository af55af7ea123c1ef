package io.quorate.operation;

import io.quorate.cluster.ClusterKey;
import java.util.List;
import java.util.Map;

/**
 * Which runbook to ask, about which cluster.
 *
 * @param memory what the operation's own looks before remember
 * @param known what its incident had seen; counts for the first look, while it is fresh
 */
public record AssessmentOrder(
    ClusterKey cluster,
    String runbook,
    Map<String, List<String>> options,
    Opaque memory,
    DatedMemory known) {
  public AssessmentOrder {
    memory = memory == null ? Opaque.NOTHING : memory;
    known = Missing.orElse(known, DatedMemory.NONE);
  }
}
