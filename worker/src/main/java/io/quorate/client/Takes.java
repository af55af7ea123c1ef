package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.Request;
import io.quorate.operation.Taken;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.client.WorkflowUpdateStage;
import io.temporal.failure.TemporalFailure;

/**
 * Sender of the word that a person is on it: to the operation that runs on a cluster and to its
 * open incident, because both remind of one trouble.
 */
public final class Takes {
  private final WorkflowClient client;
  private final TemporalCalls calls;
  private final OperationDirectory directory;

  Takes(WorkflowClient client, TemporalCalls calls, OperationDirectory directory) {
    this.client = client;
    this.calls = calls;
    this.directory = directory;
  }

  /**
   * Tells what runs on the cluster who is on it; the last to say so is on it.
   *
   * @param name an operation's id, or the key of a cluster
   * @param id of the request: a repeated one counts once
   */
  public Outcome<Request.Answer> take(String name, String id, Taken taken) {
    Outcome<ClusterKey> cluster = directory.cluster(name);
    return cluster instanceof Outcome.Done<ClusterKey> known
        ? ofCluster(known.value(), id, taken)
        : directory.find(name).then(found -> ofOperation(found, id, taken));
  }

  private Outcome<Request.Answer> ofOperation(OperationExecution found, String id, Taken taken) {
    return found.running()
        ? ofCluster(found.cluster(), id, taken)
        : new Outcome.Done<>(
            new Request.Answer(
                false,
                "Not recorded: "
                    + found.operation()
                    + " has ended. Take what is there now: quorate take "
                    + found.cluster()));
  }

  private Outcome<Request.Answer> ofCluster(ClusterKey cluster, String id, Taken taken) {
    Outcome<Request.Answer> operation =
        send(OperationRequest.workflowId(cluster), OperationNames.TAKE, id, taken);
    Outcome<Request.Answer> incident =
        send(IncidentNames.workflowId(cluster), IncidentNames.TAKE, id, taken);
    Outcome<Request.Answer> answer = counts(operation) || !counts(incident) ? operation : incident;
    return answer.recover(
        Outcome.Reason.UNKNOWN,
        none ->
            new Request.Answer(
                false,
                "Not recorded: neither an operation nor an incident of "
                    + cluster
                    + " is open, so nothing waits for anybody."));
  }

  private static boolean counts(Outcome<Request.Answer> outcome) {
    return outcome instanceof Outcome.Done<Request.Answer> done && done.value().counted();
  }

  private Outcome<Request.Answer> send(String workflow, String update, String id, Taken taken) {
    return calls.within(
        Deadlines.ANSWER, () -> send(client.newUntypedWorkflowStub(workflow), update, id, taken));
  }

  private static Request.Answer send(WorkflowStub run, String update, String id, Taken taken) {
    UpdateOptions<Request.Answer> options =
        UpdateOptions.newBuilder(Request.Answer.class)
            .setUpdateName(update)
            .setUpdateId(id)
            .setWaitForStage(WorkflowUpdateStage.COMPLETED)
            .build();
    try {
      return run.startUpdate(options, taken).getResult();
    } catch (WorkflowUpdateException refused) {
      return new Request.Answer(false, reason(refused));
    }
  }

  private static String reason(WorkflowUpdateException refused) {
    return refused.getCause() instanceof TemporalFailure failure
            && failure.getOriginalMessage() != null
        ? failure.getOriginalMessage()
        : TemporalCalls.rootOf(refused);
  }
}
