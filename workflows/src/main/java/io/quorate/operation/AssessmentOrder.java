package io.quorate.operation;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Asker;
import io.quorate.cluster.ClusterKey;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Order for a look: which runbook to ask about which cluster.
 *
 * @param memory what the operation's earlier looks remember
 * @param known what the operation's incident had seen; counts for the first look, while it is fresh
 * @param requestedBy who asked for the operation; empty where an earlier release ordered the look
 */
public record AssessmentOrder(
    ClusterKey cluster,
    String runbook,
    Map<String, List<String>> options,
    Opaque memory,
    DatedMemory known,
    Optional<String> requestedBy) {
  public AssessmentOrder {
    Objects.requireNonNull(cluster, "cluster");
    Objects.requireNonNull(runbook, "runbook");
    options = Missing.orEmpty(options);
    memory = memory == null ? Opaque.NOTHING : memory;
    known = Missing.orElse(known, DatedMemory.NONE);
    requestedBy = Missing.orEmpty(requestedBy);
  }

  /** Returns the policy for who asked for the operation. */
  public ApprovalPolicy asking(ApprovalPolicy policy) {
    return requestedBy
        .map(who -> policy.askedBy(new Asker(who, OperationRequest.isAlert(who))))
        .orElse(policy);
  }
}
