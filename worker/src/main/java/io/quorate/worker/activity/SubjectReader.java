package io.quorate.worker.activity;

import io.grpc.StatusRuntimeException;
import io.quorate.client.RunningRuns;
import io.quorate.client.StepUnderWay;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.IncidentState;
import io.quorate.operation.NotifierSubject;
import io.quorate.operation.OperationNames;
import io.quorate.port.StateVersion;
import io.quorate.reminder.Waiting;
import io.quorate.workflow.CutOff;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowStub;
import java.time.Instant;
import java.util.Optional;

/**
 * Reads the state of a notifier's subject from Temporal. Describing a run is cheap and needs no
 * worker; its state is queried only when its history has grown.
 */
final class SubjectReader {
  private final WorkflowClient client;
  private final RunningRuns runs;
  private final NotifierSubject subject;
  private String lastRun;
  private Optional<Known> known = Optional.empty();

  /** State that was read last; an attempt that waits in line reads it at every look. */
  private record Known(String runId, StateVersion version, Object state) {}

  SubjectReader(WorkflowClient client, RunningRuns runs, NotifierSubject subject) {
    this.client = client;
    this.runs = runs;
    this.subject = subject;
    this.lastRun = subject.firstRunId();
  }

  NotifierSubject subject() {
    return subject;
  }

  /**
   * The newest run of the subject.
   *
   * @param closedAt empty while it runs
   * @param cutOff how the run was ended from outside, if it was
   * @param underWay the attempt at a step, if one is under way
   */
  record Run(
      String runId,
      StateVersion version,
      Optional<Instant> closedAt,
      Optional<String> cutOff,
      Optional<StepUnderWay> underWay) {}

  /**
   * Finds the newest run of the subject. Another operation of the cluster may have begun since: the
   * subject's newest run is then the last one that was seen.
   */
  Run newest() {
    WorkflowExecutionDescription now =
        client.newUntypedWorkflowStub(subject.workflowId()).describe();
    if (!isOfTheChain(now)) {
      now = stub(lastRun).describe();
    }
    lastRun = now.getExecution().getRunId();
    return new Run(
        lastRun,
        new StateVersion(now.getStartTime().toEpochMilli(), now.getHistoryLength()),
        Optional.ofNullable(now.getCloseTime()),
        CutOff.of(now.getStatus()),
        subject.kind() == NotifierSubject.Kind.OPERATION
            ? StepUnderWay.of(now.getRawDescription(), client.getOptions().getDataConverter())
            : Optional.empty());
  }

  /** Returns the subject as the last list had it, whose age is not known. */
  Optional<RunningRuns.Run> known() {
    return runs.known(subject.workflowId());
  }

  /** Returns the subject as Temporal's list has it; costs each subject nothing. */
  Optional<RunningRuns.Run> listed() {
    return runs.run(subject.workflowId());
  }

  private boolean isOfTheChain(WorkflowExecutionDescription run) {
    return subject.firstRunId().equals(run.getFirstRunId())
        || subject.firstRunId().equals(run.getExecution().getRunId());
  }

  /** The state at exactly this version; empty when the run went on while it was read. */
  <T> Optional<T> state(Run run, Class<T> type) {
    if (run.closedAt().isPresent() && run.cutOff().isEmpty()) {
      return Optional.of(stub(run.runId()).getResult(type));
    }
    Optional<T> before =
        known
            .filter(
                last -> last.runId().equals(run.runId()) && last.version().equals(run.version()))
            .map(last -> type.cast(last.state()));
    return before.isPresent() ? before : queried(run, type);
  }

  private <T> Optional<T> queried(Run run, Class<T> type) {
    T state = stub(run.runId()).query(OperationNames.STATE, type);
    if (!newest().version().equals(run.version())) {
      return Optional.empty();
    }
    known = Optional.of(new Known(run.runId(), run.version(), state));
    return Optional.of(state);
  }

  /**
   * Adds what the open incident of the cluster sees. A matter without one, or with one that does
   * not answer, stays as it is.
   */
  Waiting seenByTheIncident(Waiting waiting) {
    WorkflowStub incident =
        client.newUntypedWorkflowStub(IncidentNames.workflowId(waiting.cluster()));
    try {
      return incident.describe().getCloseTime() == null
          ? waiting.seenBy(incident.query(IncidentNames.STATE, IncidentState.class))
          : waiting;
    } catch (WorkflowException | StatusRuntimeException none) {
      return waiting;
    }
  }

  private WorkflowStub stub(String runId) {
    return client.newUntypedWorkflowStub(
        subject.workflowId(), Optional.of(runId), Optional.empty());
  }
}
