package io.quorate.operation;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Asker;
import io.quorate.cluster.ClusterKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Order for a look: which runbook to ask about which cluster.
 *
 * @param memory what the operation's earlier looks remember
 * @param known what the operation's incident had seen; counts for the first look, while it is fresh
 * @param requestedBy who asked for the operation
 * @param operation the id of the operation; empty in an order of an earlier release
 */
public record AssessmentOrder(
    ClusterKey cluster,
    String runbook,
    Map<String, List<String>> options,
    Opaque memory,
    DatedMemory known,
    String requestedBy,
    Optional<String> operation) {
  public AssessmentOrder {
    options = Sorted.copyOf(options);
  }

  /** Returns the policy for who asked for the operation; a schedule asks as an alert does. */
  public ApprovalPolicy asking(ApprovalPolicy policy) {
    boolean nobody =
        OperationRequest.isAlert(requestedBy) || requestedBy.equals(RehearsalNames.REQUESTER);
    return policy.askedBy(new Asker(requestedBy, nobody));
  }
}
