package io.quorate.worker.background;

import io.quorate.client.Deadlines;
import io.quorate.client.OperationExecution;
import io.quorate.client.Operations.Start;
import io.quorate.client.Outcome;
import io.quorate.client.QuorateClient;
import io.quorate.cluster.Amounts;
import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.execution.Pruning;
import io.quorate.operation.BackupNames;
import io.quorate.operation.OperationRequest;
import io.quorate.port.ClusterRecords;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotCatalogue;
import io.quorate.port.SnapshotStore;
import io.quorate.snapshot.Retention;
import io.quorate.snapshot.SavedSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One backup that a schedule asks for. A drill that follows a restore makes way for the backup.
 * While another operation is under way on the cluster, the backup is left out. No snapshot is
 * removed then, because the other operation may be about any of the snapshots.
 *
 * @param clients opens a client of Temporal, which is closed after each start
 */
public record BackupStart(
    Supplier<Configuration> configuration,
    SnapshotCatalogue catalogue,
    ClusterRecords records,
    SnapshotStore store,
    Supplier<QuorateClient> clients) {
  private static final Logger LOG = LoggerFactory.getLogger(BackupStart.class);
  private static final String RUNBOOK = "backup";

  /** Starts the backup; returns what was done, in a sentence. */
  public String of(ClusterKey cluster) {
    ClusterSettings settings = configuration.get().required(cluster);
    try (QuorateClient client = clients.get()) {
      String done =
          inTheWay(cluster, client)
              .map(running -> leftOut(running.operation()))
              .orElseGet(() -> started(settings, client));
      LOG.info("Scheduled backup of {}: {}", cluster, done);
      return done;
    }
  }

  /**
   * Returns the operation that blocks the backup; empty where the cluster is free. Asks an
   * operation that makes way to do so first.
   */
  private static Optional<OperationExecution> inTheWay(ClusterKey cluster, QuorateClient client) {
    Optional<OperationExecution> running = underWay(client.directory().current(cluster));
    Optional<OperationExecution> leaving =
        running.filter(one -> client.operations().makesWay(one, Deadlines.LONG_ANSWER));
    if (leaving.isEmpty()) {
      return running;
    }
    client.operations().makeWay(leaving.get(), request(cluster));
    return underWay(client.directory().current(cluster));
  }

  /** The operation that runs; where Temporal does not say it, the attempt fails and comes again. */
  private static Optional<OperationExecution> underWay(Outcome<OperationExecution> current) {
    return switch (current) {
      case Outcome.Done<OperationExecution> done ->
          Optional.of(done.value()).filter(OperationExecution::running);
      case Outcome.Missed<OperationExecution> missed
          when missed.reason() == Outcome.Reason.UNKNOWN ->
          Optional.empty();
      case Outcome.Missed<OperationExecution> missed ->
          throw new Failure.Transient(missed.sentence());
    };
  }

  private static String leftOut(String running) {
    return "left out, because " + running + " is under way.";
  }

  /**
   * Starts the backup. Where another operation began since the cluster was looked at, that
   * operation is asked to make way too, once.
   */
  private String started(ClusterSettings settings, QuorateClient client) {
    ClusterKey cluster = settings.key();
    String removed = settings.backup().keep().map(rule -> removed(settings, rule)).orElse("");
    Start first = start(cluster, client);
    Start last =
        first instanceof Start.Busy && inTheWay(cluster, client).isEmpty()
            ? start(cluster, client)
            : first;
    return switch (last) {
      case Start.New fresh -> fresh.operation() + " is started." + removed;
      case Start.Busy busy ->
          leftOut(OperationRequest.operationId(cluster, busy.runId())) + removed;
    };
  }

  private static Start start(ClusterKey cluster, QuorateClient client) {
    return switch (client.operations().start(request(cluster))) {
      case Outcome.Done<Start> done -> done.value();
      case Outcome.Missed<Start> missed -> throw new Failure.Transient(missed.sentence());
    };
  }

  /** Old snapshots that could not be removed are no reason to go without a new one. */
  private String removed(ClusterSettings settings, Retention rule) {
    try {
      List<SavedSnapshot> gone =
          Pruning.carryOut(new Pruning(catalogue, records, rule).fates(settings.key()), store);
      gone.forEach(one -> LOG.info("{} of {} is removed", one.file(), settings.key()));
      return gone.isEmpty() ? "" : " " + Amounts.count(gone.size(), "old snapshot") + " removed.";
    } catch (Failure kept) {
      return " Old snapshots were not removed: " + kept.getMessage() + ".";
    }
  }

  private static OperationRequest request(ClusterKey cluster) {
    return new OperationRequest(
        cluster, RUNBOOK, Map.of(), BackupNames.REQUESTER, cluster + ": save a snapshot");
  }
}
