package io.quorate.operation;

import io.quorate.cluster.ClusterKey;
import java.util.List;
import java.util.Map;

/**
 * Which runbook to ask, about which cluster.
 *
 * @param memory what the looks before remember
 */
public record AssessmentOrder(
    ClusterKey cluster, String runbook, Map<String, List<String>> options, Opaque memory) {
  public AssessmentOrder {
    memory = memory == null ? Opaque.NOTHING : memory;
  }
}
