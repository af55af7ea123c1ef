package io.quorate.client;

import io.grpc.StatusRuntimeException;
import io.quorate.operation.OperationNames;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowExecutionMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Running operations and incidents of all clusters, as Temporal lists them: one call for each
 * thousand, whoever asks, and no more calls a second where there are more thousands. The list lags
 * behind by a second or so.
 */
public final class RunningRuns {
  /** Age up to which a list that was read for somebody else is good enough. */
  private static final Duration FRESH = Duration.ofSeconds(3);

  /** Age for each page that the list has: Temporal gives everybody together ten calls a second. */
  private static final Duration FRESH_BY_PAGE = Duration.ofMillis(1500);

  /** Size of a page, as Temporal's server has it. */
  private static final int PAGE = 1000;

  private final Function<String, Stream<WorkflowExecutionMetadata>> list;
  private final LongSupplier nanos;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile Map<String, Run> last = Map.of();
  private volatile long readAt;

  /**
   * Creates a list that nobody has read yet.
   *
   * @param nanos a monotonic clock, such as {@code System::nanoTime}
   */
  public RunningRuns(WorkflowClient client, LongSupplier nanos) {
    this(client::listExecutions, nanos);
  }

  RunningRuns(Function<String, Stream<WorkflowExecutionMetadata>> list, LongSupplier nanos) {
    this.list = list;
    this.nanos = nanos;
    this.readAt = nanos.getAsLong() - FRESH.toNanos();
  }

  /**
   * Run of an operation or incident.
   *
   * @param mark text that differs after each change of phase, and of what {@link
   *     OperationNames#CHANGES} counts
   * @param marksChanges whether the run marks each change of what people are shown while it waits
   */
  public record Run(String runId, boolean running, String mark, boolean marksChanges) {
    private static Run of(WorkflowExecutionMetadata run) {
      WorkflowExecutionInfo info = run.getWorkflowExecutionInfo();
      return new Run(
          run.getExecution().getRunId(),
          run.getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING,
          run.getExecution().getRunId()
              + info.getSearchAttributes().hashCode()
              + " "
              + info.getMemo().hashCode()
              + " "
              + run.getStatus(),
          info.getMemo().containsFields(OperationNames.CHANGES));
    }

    private Run newer(Run other) {
      return running ? this : other;
    }
  }

  /**
   * Returns the runs by workflow id; empty where Temporal does not list them.
   *
   * @param closedSince since when a run that is listed may have ended
   */
  Optional<Map<String, Run>> since(Instant closedSince) {
    return listed(
        "EtcdCluster IS NOT NULL AND (ExecutionStatus = \"Running\" OR CloseTime > \"%s\")"
            .formatted(closedSince));
  }

  /** Returns the mark of a running workflow, as of some seconds ago; empty where none is known. */
  public Optional<String> mark(String workflowId) {
    return run(workflowId).map(Run::mark);
  }

  /** Returns a running workflow, as of some seconds ago; empty where none is known. */
  public Optional<Run> run(String workflowId) {
    if (nanos.getAsLong() - readAt >= fresh().toNanos() && reading.tryLock()) {
      try {
        listed("EtcdCluster IS NOT NULL AND ExecutionStatus = \"Running\"")
            .ifPresent(runs -> last = runs);
        readAt = nanos.getAsLong();
      } finally {
        reading.unlock();
      }
    }
    return known(workflowId);
  }

  private Duration fresh() {
    Duration byPages = FRESH_BY_PAGE.multipliedBy(1 + last.size() / PAGE);
    return byPages.compareTo(FRESH) < 0 ? FRESH : byPages;
  }

  /** Returns a running workflow as the last list had it, without a call to Temporal. */
  public Optional<Run> known(String workflowId) {
    return Optional.ofNullable(last.get(workflowId));
  }

  private Optional<Map<String, Run>> listed(String query) {
    try (Stream<WorkflowExecutionMetadata> runs = list.apply(query)) {
      return Optional.of(
          runs.collect(
              Collectors.toMap(run -> run.getExecution().getWorkflowId(), Run::of, Run::newer)));
    } catch (StatusRuntimeException | WorkflowException unlisted) {
      return Optional.empty();
    }
  }
}
