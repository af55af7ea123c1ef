package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowExecutionMetadata;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Grouping of the runs of one workflow id into operations. Temporal's list does not contain the
 * first run of a chain, but runs of one id follow each other: the run after one that was continued
 * as new continues it.
 */
final class RunChains {
  private RunChains() {}

  /** Returns one operation for each chain, by its last run; the newest first. */
  static List<OperationExecution> of(ClusterKey cluster, List<WorkflowExecutionMetadata> runs) {
    List<WorkflowExecutionMetadata> ordered = new ArrayList<>(runs);
    ordered.sort(Comparator.comparing(WorkflowExecutionMetadata::getStartTime));
    List<OperationExecution> operations = new ArrayList<>();
    boolean continues = false;
    for (WorkflowExecutionMetadata run : ordered) {
      OperationExecution next = OperationExecution.of(cluster, run);
      operations.add(continues ? next.begunBy(operations.remove(operations.size() - 1)) : next);
      continues =
          run.getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW;
    }
    return operations.reversed();
  }
}
