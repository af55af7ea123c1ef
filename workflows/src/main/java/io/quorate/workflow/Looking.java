package io.quorate.workflow;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.Sightings;
import io.temporal.workflow.Workflow;
import java.util.List;
import java.util.Map;

/** Looks at the cluster of one operation, through the activity that prescribes. */
final class Looking {
  private final OperationRequest request;
  private final AssessmentActivities activities =
      Workflow.newActivityStub(
          AssessmentActivities.class, Timeouts.look("Look at the cluster and prescribe"));

  private ApprovalPolicy policy = ApprovalPolicy.DEFAULT;

  Looking(OperationRequest request) {
    this.request = request;
  }

  Assessment look(Map<String, List<String>> options, Sightings before) {
    Assessment seen =
        activities.prescribe(
            new AssessmentOrder(request.cluster(), request.runbook(), options, before));
    policy = seen.policy();
    return seen;
  }

  /** The approval policy at the time of the last look. */
  ApprovalPolicy policy() {
    return policy;
  }
}
