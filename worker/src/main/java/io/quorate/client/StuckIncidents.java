package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.Alert;
import io.quorate.operation.AlertGroup;
import io.quorate.operation.Episodes;
import io.quorate.operation.IncidentMemory;
import io.quorate.operation.IncidentNames;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionResponse;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replacement of incidents whose workflow task cannot complete: Temporal takes every alert for such
 * an incident, and nothing is ever started. The alerts that fire are read out of its history, and a
 * new incident begins with them and nothing else. What people answered is forgotten, so they may be
 * asked once more; a running operation goes on, and the new incident follows the operation.
 */
final class StuckIncidents {
  private static final Logger LOG = LoggerFactory.getLogger(StuckIncidents.class);

  /** Attempts of one workflow task; Temporal waits between them, so ten take minutes. */
  private static final int HOPELESS = 10;

  private final WorkflowClient client;
  private final Incidents incidents;
  private final int hopeless;

  StuckIncidents(WorkflowClient client, Incidents incidents) {
    this(client, incidents, HOPELESS);
  }

  StuckIncidents(WorkflowClient client, Incidents incidents, int hopeless) {
    this.client = client;
    this.incidents = incidents;
    this.hopeless = hopeless;
  }

  /** Replaces the cluster's incident where its workflow task failed again and again. */
  boolean replace(ClusterKey cluster) {
    try {
      DescribeWorkflowExecutionResponse run =
          client
              .newUntypedWorkflowStub(IncidentNames.workflowId(cluster))
              .describe()
              .getRawDescription();
      if (run.getPendingWorkflowTask().getAttempt() < hopeless) {
        return false;
      }
      AlertGroup alerts = firing(run);
      LOG.error(
          "{}: the incident's workflow task failed {} times. A new incident begins with the {}"
              + " alerts that fire; people may be asked again what they answered already",
          cluster,
          run.getPendingWorkflowTask().getAttempt() - 1,
          alerts.alerts().size());
      incidents.openAnew(cluster, alerts);
      return true;
    } catch (WorkflowNotFoundException none) {
      return false;
    }
  }

  private AlertGroup firing(DescribeWorkflowExecutionResponse run) {
    var execution = run.getWorkflowExecutionInfo().getExecution();
    Episodes episodes = new Episodes();
    try (Stream<HistoryEvent> events =
        client.streamHistory(execution.getWorkflowId(), execution.getRunId())) {
      events.flatMap(event -> alerts(event).stream()).forEach(episodes::take);
    }
    return new AlertGroup(episodes.all().stream().filter(Alert::firing).toList());
  }

  private List<Alert> alerts(HistoryEvent event) {
    if (event.hasWorkflowExecutionStartedEventAttributes()) {
      Payloads input = event.getWorkflowExecutionStartedEventAttributes().getInput();
      return read(input, 1, IncidentMemory.class).map(IncidentMemory::episodes).orElse(List.of());
    }
    if (!event.hasWorkflowExecutionSignaledEventAttributes()) {
      return List.of();
    }
    var signal = event.getWorkflowExecutionSignaledEventAttributes();
    return switch (signal.getSignalName()) {
      case IncidentNames.ALERT -> read(signal.getInput(), 0, Alert.class).stream().toList();
      case IncidentNames.ALERTS ->
          read(signal.getInput(), 0, AlertGroup.class).map(AlertGroup::alerts).orElse(List.of());
      default -> List.of();
    };
  }

  /** Returns an argument; empty where it is missing, null or cannot be read. */
  private <T> Optional<T> read(Payloads input, int index, Class<T> type) {
    if (input.getPayloadsCount() <= index) {
      return Optional.empty();
    }
    try {
      DataConverter converter = client.getOptions().getDataConverter();
      return Optional.ofNullable(converter.fromPayload(input.getPayloads(index), type, type));
    } catch (DataConverterException unreadable) {
      return Optional.empty();
    }
  }
}
