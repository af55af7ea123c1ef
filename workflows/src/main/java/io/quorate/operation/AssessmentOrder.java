package io.quorate.operation;

import io.quorate.cluster.ClusterKey;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Order for a look: which runbook to ask about which cluster.
 *
 * @param memory what the operation's earlier looks remember
 * @param known what the operation's incident had seen; counts for the first look, while it is fresh
 */
public record AssessmentOrder(
    ClusterKey cluster,
    String runbook,
    Map<String, List<String>> options,
    Opaque memory,
    DatedMemory known) {
  public AssessmentOrder {
    Objects.requireNonNull(cluster, "cluster");
    Objects.requireNonNull(runbook, "runbook");
    options = Missing.orEmpty(options);
    memory = memory == null ? Opaque.NOTHING : memory;
    known = Missing.orElse(known, DatedMemory.NONE);
  }
}
