package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowExecutionMetadata;
import io.temporal.client.WorkflowNotFoundException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Grouping of the runs of one workflow id into operations. Temporal's list does not contain the
 * first run of a chain, but runs of one id follow each other: the run after one that was continued
 * as new continues it.
 */
final class RunChains {
  private RunChains() {}

  /** Returns one operation for each chain, by its last run; the newest first. */
  static List<OperationExecution> of(ClusterKey cluster, List<WorkflowExecutionMetadata> runs) {
    return of(runs, run -> OperationExecution.of(cluster, run), OperationExecution::begunBy);
  }

  /**
   * Returns one value for each chain, the newest first.
   *
   * @param read makes the value of a run
   * @param begunBy gives the value of the last run what the chain has of its first run
   */
  static <T> List<T> of(
      List<WorkflowExecutionMetadata> runs,
      Function<WorkflowExecutionMetadata, T> read,
      BinaryOperator<T> begunBy) {
    List<WorkflowExecutionMetadata> ordered = new ArrayList<>(runs);
    ordered.sort(Comparator.comparing(WorkflowExecutionMetadata::getStartTime));
    List<T> found = new ArrayList<>();
    boolean continues = false;
    for (WorkflowExecutionMetadata run : ordered) {
      T next = read.apply(run);
      found.add(continues ? begunBy.apply(next, found.remove(found.size() - 1)) : next);
      continues =
          run.getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW;
    }
    return found.reversed();
  }

  /**
   * Returns the chains with the oldest of several named anew: Temporal may have forgotten, or the
   * list may leave out, the runs that it began with. A chain that is alone is the current one,
   * which is described anyway.
   *
   * @param named gives a chain the id of its first run, as the description of its last run has it
   */
  static <T> List<T> oldestNamed(List<T> chains, UnaryOperator<T> named) {
    if (chains.size() < 2) {
      return chains;
    }
    List<T> all = new ArrayList<>(chains);
    try {
      all.add(named.apply(all.removeLast()));
      return List.copyOf(all);
    } catch (WorkflowNotFoundException forgotten) {
      return chains;
    }
  }
}
