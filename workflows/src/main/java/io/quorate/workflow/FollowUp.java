package io.quorate.workflow;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.StableName;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.FollowUpNames;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationEnd;
import io.quorate.operation.OperationRequest;
import io.temporal.api.enums.v1.ParentClosePolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.failure.ChildWorkflowFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.ChildWorkflowOptions;
import io.temporal.workflow.ChildWorkflowStub;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Starts an operation that follows another operation, such as the drill after a restore. A cluster
 * has one operation at a time. The first operation closes only after it has asked for this start,
 * so the start is a workflow of its own. Temporal starts a child workflow exactly once, whichever
 * process dies meanwhile.
 */
public final class FollowUp implements FollowUpWorkflow {
  /**
   * Pause before each attempt. The first operation closes within seconds, after it has answered
   * people.
   */
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private static final int TRIES = 60;

  @Override
  public String run(Opaque written) {
    OperationRequest request = PayloadReader.request(written);
    for (int tries = 0; tries < TRIES; tries++) {
      Timers.sleep(PAUSE, "the next attempt to start it");
      Optional<String> started = started(request);
      if (started.isPresent()) {
        return started.get() + " is started.";
      }
    }
    return "left out, because another operation is under way.";
  }

  /** Starts the operation and returns its id; empty while another operation has the cluster. */
  private static Optional<String> started(OperationRequest request) {
    ClusterKey cluster = request.cluster();
    ChildWorkflowStub child =
        Workflow.newUntypedChildWorkflowStub(
            StableName.typeOf(request.runbook()),
            abandoned(OperationRequest.workflowId(cluster), request.title()).build());
    child.executeAsync(OperationEnd.class, request);
    try {
      return Optional.of(
          OperationRequest.operationId(cluster, child.getExecution().get().getRunId()));
    } catch (ChildWorkflowFailure busy) {
      return Optional.empty();
    }
  }

  /**
   * Asks for the start of a runbook after this operation. The workflow of this operation calls the
   * method.
   */
  static void of(ClusterKey cluster, String operation, String runbook) {
    OperationRequest request =
        new OperationRequest(
            cluster,
            runbook,
            Map.of(),
            FollowUpNames.requester(operation),
            cluster + ": " + runbook.replace('-', ' ') + " after " + operation);
    FollowUpWorkflow child =
        Workflow.newChildWorkflowStub(
            FollowUpWorkflow.class,
            abandoned(FollowUpNames.workflowId(operation), "Starts what follows " + operation)
                .setWorkflowIdReusePolicy(
                    WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE)
                .build());
    try {
      Async.function(child::run, OpaqueValues.of(request));
      Workflow.getWorkflowExecution(child).get();
    } catch (ChildWorkflowFailure known) {
      Workflow.getLogger(FollowUp.class).debug("what follows {} was asked for", operation);
    }
  }

  /**
   * Returns the reason why the first operation ended, with a sentence about the operation that
   * follows.
   */
  static String announced(String because, ClusterKey cluster, String runbook) {
    return "%s%s A %s %s: quorate show %s."
        .formatted(
            because, because.endsWith(".") ? "" : ".", runbook, FollowUpNames.FOLLOWS, cluster);
  }

  private static ChildWorkflowOptions.Builder abandoned(String workflowId, String summary) {
    return ChildWorkflowOptions.newBuilder()
        .setWorkflowId(workflowId)
        .setParentClosePolicy(ParentClosePolicy.PARENT_CLOSE_POLICY_ABANDON)
        .setStaticSummary(summary);
  }
}
