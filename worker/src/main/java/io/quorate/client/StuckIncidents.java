package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.Alert;
import io.quorate.operation.AlertGroup;
import io.quorate.operation.FiringAlerts;
import io.quorate.operation.IncidentMemory;
import io.quorate.operation.IncidentNames;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionResponse;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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
  static final int HOPELESS = 10;

  /** Time for which a new incident is left alone: another one would most likely fail as it does. */
  private static final Duration ONCE_IN = Duration.ofHours(1);

  private final WorkflowClient client;
  private final Incidents incidents;
  private final InstantSource clock;
  private final int hopeless;

  StuckIncidents(WorkflowClient client, Incidents incidents, InstantSource clock) {
    this(client, incidents, clock, HOPELESS);
  }

  StuckIncidents(WorkflowClient client, Incidents incidents, InstantSource clock, int hopeless) {
    this.client = client;
    this.incidents = incidents;
    this.clock = clock;
    this.hopeless = hopeless;
  }

  /**
   * Replaces a cluster's newest incident where its workflow task failed, or timed out, again and
   * again; once an hour at most.
   */
  boolean replace(Incidents.Newest newest) {
    ClusterKey cluster = newest.cluster();
    DescribeWorkflowExecutionResponse run = newest.run();
    try {
      if (!isHopeless(run) || isItselfNew(run)) {
        return false;
      }
      List<Alert> known = alerts(run);
      AlertGroup firing = new AlertGroup(known.stream().filter(Alert::firing).toList());
      // To read a long history takes seconds, in which another gateway may have replaced the run.
      DescribeWorkflowExecutionResponse still = current(cluster);
      if (!isHopeless(still) || !runId(still).equals(runId(run))) {
        return false;
      }
      LOG.error(
          "{}: the incident's workflow task failed {} times. A new incident begins with the {}"
              + " alerts that fire; people may be asked again what they answered already",
          cluster,
          run.getPendingWorkflowTask().getAttempt() - 1,
          firing.alerts().size());
      incidents.openAnew(cluster, firing, clock.instant());
      passOn(cluster, alerts(run), known);
      return true;
    } catch (WorkflowNotFoundException none) {
      return false;
    }
  }

  private DescribeWorkflowExecutionResponse current(ClusterKey cluster) {
    return client
        .newUntypedWorkflowStub(IncidentNames.workflowId(cluster))
        .describe()
        .getRawDescription();
  }

  private static String runId(DescribeWorkflowExecutionResponse run) {
    return run.getWorkflowExecutionInfo().getExecution().getRunId();
  }

  private boolean isHopeless(DescribeWorkflowExecutionResponse run) {
    return run.getPendingWorkflowTask().getAttempt() >= hopeless;
  }

  private boolean isItselfNew(DescribeWorkflowExecutionResponse run) {
    Payload at =
        run.getWorkflowExecutionInfo()
            .getMemo()
            .getFieldsOrDefault(Incidents.REPLACED_AT, Payload.getDefaultInstance());
    return read(at, Instant.class)
        .filter(since -> clock.instant().isBefore(since.plus(ONCE_IN)))
        .isPresent();
  }

  /**
   * Passes on what the old run was told while its history was read: the run is closed by now, so
   * its history is complete.
   */
  private void passOn(ClusterKey cluster, List<Alert> all, List<Alert> known) {
    List<Incidents.Routed> late =
        all.stream()
            .filter(alert -> !known.contains(alert))
            .map(alert -> new Incidents.Routed(cluster, alert))
            .toList();
    if (incidents.pass(late) instanceof Outcome.Missed<Integer> missed) {
      LOG.error(
          "{}: {} alerts came while the incident was replaced, and the new one was not told of"
              + " them: {}",
          cluster,
          late.size(),
          missed.sentence());
    }
  }

  /** Returns the alerts of a run, one for each firing episode. */
  private List<Alert> alerts(DescribeWorkflowExecutionResponse run) {
    var execution = run.getWorkflowExecutionInfo().getExecution();
    FiringAlerts episodes = new FiringAlerts();
    try (Stream<HistoryEvent> events =
        client.streamHistory(execution.getWorkflowId(), execution.getRunId())) {
      events.flatMap(event -> alerts(event).stream()).forEach(episodes::take);
    }
    return episodes.all();
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
    return signal.getSignalName().equals(IncidentNames.ALERTS)
        ? read(signal.getInput(), 0, AlertGroup.class).map(AlertGroup::alerts).orElse(List.of())
        : List.of();
  }

  /** Returns an argument; empty where it is missing, null or cannot be read. */
  private <T> Optional<T> read(Payloads input, int index, Class<T> type) {
    return input.getPayloadsCount() <= index
        ? Optional.empty()
        : read(input.getPayloads(index), type);
  }

  private <T> Optional<T> read(Payload payload, Class<T> type) {
    try {
      DataConverter converter = client.getOptions().getDataConverter();
      return Optional.ofNullable(converter.fromPayload(payload, type, type));
    } catch (DataConverterException unreadable) {
      return Optional.empty();
    }
  }
}
