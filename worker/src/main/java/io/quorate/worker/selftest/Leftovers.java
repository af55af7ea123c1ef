package io.quorate.worker.selftest;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.FollowUpNames;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.NotifierNames;
import io.quorate.operation.OperationRequest;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionMetadata;
import io.temporal.client.WorkflowNotFoundException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Workflows that a self-test left running, because a stage was missed or the worker died. Only
 * workflows of the cluster {@code _selftest} are ended: another installation may poll the same task
 * queue.
 *
 * @param taskQueue of the self-test
 */
public record Leftovers(WorkflowClient temporal, String taskQueue) {
  private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

  /** How the workflow ids of the self-test begin; the key of no other cluster begins so. */
  private static final List<String> OWN =
      List.of(
          OperationRequest.workflowId(ClusterKey.SELF_TEST),
          IncidentNames.workflowId(ClusterKey.SELF_TEST),
          NotifierNames.workflowId(ClusterKey.SELF_TEST.value()),
          NotifierNames.workflowId(IncidentNames.workflowId(ClusterKey.SELF_TEST)),
          FollowUpNames.workflowId(ClusterKey.SELF_TEST.value()));

  /** Ends the workflows; logs where Temporal does not answer. */
  public void end() {
    try (Stream<WorkflowExecutionMetadata> left = temporal.listExecutions(query())) {
      left.map(WorkflowExecutionMetadata::getExecution)
          .filter(run -> OWN.stream().anyMatch(run.getWorkflowId()::startsWith))
          .forEach(this::end);
    } catch (RuntimeException unended) {
      LOG.warn("What is left of the self-test was not ended: {}", unended.toString());
    }
  }

  private String query() {
    return OWN.stream()
        .map("WorkflowId STARTS_WITH \"%s\""::formatted)
        .collect(
            Collectors.joining(
                " OR ",
                "TaskQueue = \"%s\" AND ExecutionStatus = \"Running\" AND (".formatted(taskQueue),
                ")"));
  }

  private void end(WorkflowExecution run) {
    try {
      temporal
          .newUntypedWorkflowStub(
              run.getWorkflowId(), Optional.of(run.getRunId()), Optional.empty())
          .terminate("the self-test has ended");
    } catch (WorkflowNotFoundException ended) {
      LOG.debug("{} ended by itself", run.getWorkflowId());
    }
  }
}
