package io.quorate.workflow;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ObservationMemory;
import java.util.List;
import java.util.Map;

/**
 * Which runbook to ask, about which cluster.
 *
 * @param remembered what the looks before remember
 */
public record AssessmentOrder(
    ClusterKey cluster,
    String runbook,
    Map<String, List<String>> options,
    ObservationMemory remembered) {}
