package io.quorate.client;

import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionMetadata;
import io.temporal.client.WorkflowNotFoundException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Operations or incidents of one workflow id, each a chain of runs. Temporal's list does not
 * contain the first run of a chain, but runs of one id follow each other: the run after one that
 * was continued as new continues it.
 *
 * @param read makes the chain of a single run
 */
record RunChains<T extends RunChains.Chain<T>>(
    WorkflowClient client, String workflowId, Function<WorkflowExecutionMetadata, T> read) {
  private static final int MOST_RUNS = 200;

  /** Chain of runs, represented by its last run. */
  interface Chain<T> {
    String runId();

    String firstRunId();

    /** Returns this chain with id, start and title of the run that began it. */
    T begunBy(T first);

    /** Returns this chain with the id of its first run, where Temporal's list did not have it. */
    T named(String first);
  }

  /**
   * Returns the newest chain, whether it still runs or not.
   *
   * @throws WorkflowNotFoundException where there was none
   */
  T newest() {
    T last = described(Optional.empty());
    if (last.runId().equals(last.firstRunId())) {
      return last;
    }
    try {
      return last.begunBy(described(Optional.of(last.firstRunId())));
    } catch (WorkflowNotFoundException forgotten) {
      // Temporal keeps the first run for the retention only; the last run knows its id.
      return last;
    }
  }

  /** Returns the newest chain alone; an empty list where the workflow never ran. */
  List<T> current() {
    try {
      return List.of(newest());
    } catch (WorkflowNotFoundException never) {
      return List.of();
    }
  }

  /** Returns the chains that Temporal lists, the newest first. The list lags behind. */
  List<T> visible() {
    try (var runs = client.listExecutions("WorkflowId = \"" + workflowId + "\"")) {
      return oldestNamed(of(runs.limit(MOST_RUNS).toList(), read));
    }
  }

  private T described(Optional<String> runId) {
    return read.apply(
        client.newUntypedWorkflowStub(workflowId, runId, Optional.empty()).describe());
  }

  /** Returns the chains of these runs, the newest first. */
  static <T extends Chain<T>> List<T> of(
      List<WorkflowExecutionMetadata> runs, Function<WorkflowExecutionMetadata, T> read) {
    List<WorkflowExecutionMetadata> ordered = new ArrayList<>(runs);
    ordered.sort(Comparator.comparing(WorkflowExecutionMetadata::getStartTime));
    List<T> found = new ArrayList<>();
    boolean continues = false;
    for (WorkflowExecutionMetadata run : ordered) {
      T next = read.apply(run);
      found.add(continues ? next.begunBy(found.removeLast()) : next);
      continues =
          run.getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW;
    }
    return found.reversed();
  }

  /**
   * Gives the oldest chain the id of its true first run, which Temporal may have deleted. A single
   * chain is the current chain, which the caller has described.
   */
  private List<T> oldestNamed(List<T> chains) {
    if (chains.size() < 2) {
      return chains;
    }
    List<T> all = new ArrayList<>(chains);
    try {
      T oldest = all.removeLast();
      all.add(oldest.named(described(Optional.of(oldest.runId())).firstRunId()));
      return List.copyOf(all);
    } catch (WorkflowNotFoundException forgotten) {
      return chains;
    }
  }
}
