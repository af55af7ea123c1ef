package io.quorate.worker.background;

import io.quorate.client.Deadlines;
import io.quorate.client.OperationExecution;
import io.quorate.client.Operations.Start;
import io.quorate.client.Outcome;
import io.quorate.client.QuorateClient;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.RehearsalText;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.RehearsalNames;
import io.quorate.port.Failure;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Start of a rehearsal that a schedule asks for. A rehearsal is left out while the cluster has an
 * operation or an incident, because people have work in earnest then.
 *
 * @param clients opens a client of Temporal, which is closed after each start
 */
public record RehearsalStart(
    Supplier<Configuration> configuration, Supplier<QuorateClient> clients) {
  private static final Logger LOG = LoggerFactory.getLogger(RehearsalStart.class);

  /** Starts the rehearsal; returns what was done, in a sentence. */
  public String of(ClusterKey cluster) {
    ClusterSettings settings = configuration.get().required(cluster);
    try (QuorateClient client = clients.get()) {
      String done = started(settings, client);
      LOG.info("Scheduled rehearsal of {}: {}", cluster, done);
      return done;
    }
  }

  private static String started(ClusterSettings settings, QuorateClient client) {
    ClusterKey cluster = settings.key();
    if (hasIncident(cluster, client)) {
      return "left out, because the cluster has an incident.";
    }
    if (client.directory().current(cluster) instanceof Outcome.Done<OperationExecution> current
        && current.value().running()) {
      return leftOut(current.value().operation());
    }
    return switch (client.operations().start(request(settings))) {
      case Outcome.Done<Start> done ->
          switch (done.value()) {
            case Start.New fresh -> fresh.operation() + " is started.";
            case Start.Busy busy -> leftOut(OperationRequest.operationId(cluster, busy.runId()));
          };
      case Outcome.Missed<Start> missed -> throw new Failure.Transient(missed.sentence());
    };
  }

  /** Whether the cluster has an open incident; where nobody answers, it may have one. */
  private static boolean hasIncident(ClusterKey cluster, QuorateClient client) {
    return switch (client.incidents().states(List.of(cluster), Deadlines.LONG_ANSWER).getFirst()) {
      case Outcome.Done<Optional<IncidentState>> done ->
          done.value().filter(IncidentState::open).isPresent();
      case Outcome.Missed<Optional<IncidentState>> missed ->
          throw new Failure.Transient(missed.sentence());
    };
  }

  private static String leftOut(String running) {
    return "left out, because " + running + " is under way.";
  }

  private static OperationRequest request(ClusterSettings settings) {
    Map<String, List<String>> options = settings.rehearse().options();
    return new OperationRequest(
        settings.key(),
        RehearsalText.RUNBOOK,
        options,
        RehearsalNames.REQUESTER,
        settings.key() + ": " + Runbooks.title(RehearsalText.RUNBOOK, new Options(options)));
  }
}
