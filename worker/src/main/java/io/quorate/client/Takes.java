package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.Sentences;
import io.quorate.operation.AskedAgain;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.Request;
import io.quorate.operation.Taken;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.client.WorkflowUpdateStage;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * Sends a person's take to the running operation and to the open incident of a cluster, because
 * both remind of one trouble.
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

  /**
   * Asks the open incident of a cluster to propose again what answers its trouble.
   *
   * @param name an operation's id, or the key of a cluster
   * @param id of the request: a repeated one counts once
   */
  public Outcome<Request.Answer> askAgain(String name, String id, AskedAgain wish) {
    Outcome<ClusterKey> cluster = directory.cluster(name);
    Outcome<ClusterKey> owner =
        cluster instanceof Outcome.Done<ClusterKey>
            ? cluster
            : directory.find(name).map(OperationExecution::cluster);
    return owner.then(known -> ofIncident(known, id, wish));
  }

  private Outcome<Request.Answer> ofIncident(ClusterKey cluster, String id, AskedAgain wish) {
    String incident = IncidentNames.workflowId(cluster);
    return calls
        .within(Deadlines.ANSWER, () -> send(incident, IncidentNames.ASK_AGAIN, id, wish))
        .then(answer -> answer)
        .recover(
            Outcome.Reason.UNKNOWN,
            none ->
                new Request.Answer(
                    false,
                    "Not recorded: no incident of "
                        + cluster
                        + " is open, so nothing is proposed."));
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
    List<Outcome<Request.Answer>> both =
        calls
            .all(
                Deadlines.ANSWER,
                List.<Callable<Outcome<Request.Answer>>>of(
                    () ->
                        send(OperationRequest.workflowId(cluster), OperationNames.TAKE, id, taken),
                    () -> send(IncidentNames.workflowId(cluster), IncidentNames.TAKE, id, taken)))
            .stream()
            .map(outcome -> outcome.then(answer -> answer))
            .toList();
    return answer(cluster, both.getFirst(), both.getLast());
  }

  /**
   * Returns one answer for the operation and the incident of a cluster. Where one of them does not
   * answer, the sentence says so: its reminders go on until it does, and the take may still count.
   */
  static Outcome<Request.Answer> answer(
      ClusterKey cluster, Outcome<Request.Answer> operation, Outcome<Request.Answer> incident) {
    Optional<String> silent =
        silence("the operation of " + cluster, operation)
            .or(() -> silence("the incident of " + cluster, incident));
    Optional<Request.Answer> said =
        Stream.of(operation, incident)
            .flatMap(outcome -> outcome.answer().stream())
            .max(Comparator.comparing(Request.Answer::counted));
    if (silent.isEmpty()) {
      return new Outcome.Done<>(said.orElseGet(() -> nothingWaits(cluster)));
    }
    return said.filter(Request.Answer::counted)
        .<Outcome<Request.Answer>>map(
            counted ->
                new Outcome.Done<>(
                    new Request.Answer(
                        true, counted.sentence() + " " + Sentences.capital(silent.get()))))
        .orElseGet(
            () ->
                Outcome.missed(
                    Outcome.Reason.UNCONFIRMED,
                    "Not confirmed yet: " + silent.get() + " The take may still count."));
  }

  /** Returns why this workflow's answer is unknown; empty if it answered or does not exist. */
  private static Optional<String> silence(String whose, Outcome<Request.Answer> outcome) {
    return outcome instanceof Outcome.Missed<Request.Answer> missed
            && missed.reason() != Outcome.Reason.UNKNOWN
        ? Optional.of(
            whose + " did not answer; until it does, its reminders go on. " + missed.sentence())
        : Optional.empty();
  }

  private static Request.Answer nothingWaits(ClusterKey cluster) {
    return new Request.Answer(
        false,
        "Not recorded: "
            + cluster
            + " has no running operation and no open incident, so nothing waits.");
  }

  private Outcome<Request.Answer> send(String workflow, String update, String id, Object said) {
    return send(client, workflow, update, id, said);
  }

  /** Sends what a person said to a workflow, and waits for the answer. */
  static Outcome<Request.Answer> send(
      WorkflowClient client, String workflow, String update, String id, Object said) {
    UpdateOptions<Request.Answer> options =
        UpdateOptions.newBuilder(Request.Answer.class)
            .setUpdateName(update)
            .setUpdateId(id)
            .setWaitForStage(WorkflowUpdateStage.COMPLETED)
            .build();
    try {
      return new Outcome.Done<>(
          client.newUntypedWorkflowStub(workflow).startUpdate(options, said).getResult());
    } catch (WorkflowUpdateException refused) {
      String reason = OperationUpdates.reason(refused);
      return reason.startsWith(OperationUpdates.NO_HANDLER_YET)
          ? Outcome.missed(Outcome.Reason.NO_WORKER, "Its worker does not know the verb yet.")
          : new Outcome.Done<>(new Request.Answer(false, reason));
    }
  }
}
