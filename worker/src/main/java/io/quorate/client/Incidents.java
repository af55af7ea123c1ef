package io.quorate.client;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.Alert;
import io.quorate.operation.AlertGroup;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.IncidentState;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.QueryRejectCondition;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionResponse;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowQueryRejectedException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Sender of alerts to incidents and of queries for their state. An incident gets every alert, each
 * time the alert is sent: the incident itself tells a new episode from a repetition.
 */
public final class Incidents {
  /** Memo of an incident that replaced another one: when it did. */
  static final String REPLACED_AT = "ReplacedAt";

  private final WorkflowClient client;

  /** Queries open runs only. For a closed one a worker would replay the history. */
  private final WorkflowClient asking;

  private final TemporalCalls calls;
  private final String taskQueue;

  /** Signals with one deadline. */
  private static final int AT_ONCE = 64;

  /** Time within which a sender repeats alerts of which Temporal did not take all. */
  private static final Duration REPEATED = Duration.ofMinutes(10);

  /** Signals that Temporal took of alerts of which it did not take all, and when. */
  private final Map<Signal, Long> taken = new ConcurrentHashMap<>();

  /** The last answer about each cluster: a list of many clusters cannot ask about each of them. */
  private final Map<ClusterKey, Known> known = new ConcurrentHashMap<>();

  /**
   * Newest incident of a cluster as it answered last.
   *
   * @param state empty where the cluster never had an incident
   * @param nanos time of the answer, of {@code System.nanoTime()}
   */
  public record Known(Optional<IncidentState> state, long nanos) {
    public boolean isOpen() {
      return state.filter(IncidentState::open).isPresent();
    }
  }

  Incidents(WorkflowClient client, TemporalCalls calls, String taskQueue) {
    this.client = client;
    this.asking =
        WorkflowClient.newInstance(
            client.getWorkflowServiceStubs(),
            client.getOptions().toBuilder()
                .setQueryRejectCondition(QueryRejectCondition.QUERY_REJECT_CONDITION_NOT_OPEN)
                .build());
    this.calls = calls;
    this.taskQueue = taskQueue;
  }

  /** An alert and the cluster it is about. */
  public record Routed(ClusterKey cluster, Alert alert) {}

  /** Signal to the incident of a cluster. */
  private record Signal(ClusterKey cluster, AlertGroup alerts) {}

  /**
   * Succeeds when Temporal accepted every alert. The alerts go in batches, as long as Temporal
   * accepts some of each batch. A repetition of the same alerts sends only the alerts that Temporal
   * has not accepted.
   */
  public Outcome<Integer> pass(List<Routed> alerts) {
    taken.values().removeIf(at -> System.nanoTime() - at > REPEATED.toNanos());
    List<Signal> signals = signals(alerts);
    List<Signal> left = signals.stream().filter(one -> !taken.containsKey(one)).toList();
    List<Outcome.Missed<Boolean>> missed = new ArrayList<>();
    for (int from = 0; from < left.size(); from += AT_ONCE) {
      List<Signal> some = left.subList(from, Math.min(left.size(), from + AT_ONCE));
      List<Outcome.Missed<Boolean>> refused = send(some);
      missed.addAll(refused);
      if (refused.size() == some.size()) {
        break;
      }
    }
    if (!missed.isEmpty()) {
      return Outcome.missed(missed.getFirst().reason(), missed.getFirst().sentence());
    }
    taken.keySet().removeAll(Set.copyOf(signals));
    return new Outcome.Done<>(alerts.size());
  }

  private static List<Signal> signals(List<Routed> alerts) {
    Map<ClusterKey, List<Alert>> byCluster =
        alerts.stream()
            .distinct()
            .collect(
                Collectors.groupingBy(
                    Routed::cluster,
                    LinkedHashMap::new,
                    Collectors.mapping(Routed::alert, Collectors.toList())));
    List<Signal> signals = new ArrayList<>();
    byCluster.forEach(
        (cluster, all) ->
            AlertGroup.of(all).forEach(group -> signals.add(new Signal(cluster, group))));
    return signals;
  }

  /** Sends the signals; returns those that Temporal did not accept, with the reason. */
  private List<Outcome.Missed<Boolean>> send(List<Signal> signals) {
    List<Outcome<Boolean>> outcomes =
        calls.all(
            Deadlines.ANSWER,
            signals.stream()
                .<Callable<Boolean>>map(one -> () -> signal(one.cluster(), one.alerts()))
                .toList());
    List<Outcome.Missed<Boolean>> missed = new ArrayList<>();
    for (int index = 0; index < signals.size(); index++) {
      switch (outcomes.get(index)) {
        case Outcome.Done<Boolean> done -> taken.put(signals.get(index), System.nanoTime());
        case Outcome.Missed<Boolean> one -> missed.add(one);
      }
    }
    return missed;
  }

  /**
   * Returns the states of the clusters' newest incidents; empty where a cluster never had an
   * incident, or where somebody ended the incident in Temporal.
   */
  public List<Outcome<Optional<IncidentState>>> states(List<ClusterKey> clusters, Duration limit) {
    return calls.all(
        limit,
        clusters.stream()
            .<Callable<Optional<IncidentState>>>map(cluster -> () -> last(cluster))
            .toList());
  }

  /**
   * Incidents of some clusters, as far as Temporal answered.
   *
   * @param notice why some may be missing; empty when Temporal answered for all
   */
  public record Found(List<IncidentExecution> incidents, Optional<String> notice) {}

  /**
   * Returns the incidents that Temporal still knows, open ones and past ones, the newest first.
   * Temporal's list lags behind, so the current incident of each cluster is described directly.
   */
  public Outcome<Found> list(List<ClusterKey> clusters) {
    List<Callable<List<IncidentExecution>>> questions = new ArrayList<>();
    clusters.forEach(cluster -> questions.add(() -> chains(cluster).current()));
    clusters.forEach(cluster -> questions.add(() -> chains(cluster).visible()));
    List<Outcome<List<IncidentExecution>>> answers = calls.all(Deadlines.ANSWER, questions);
    List<IncidentExecution> all = new ArrayList<>();
    Optional<Outcome.Missed<List<IncidentExecution>>> missing = Optional.empty();
    for (Outcome<List<IncidentExecution>> outcome : answers) {
      switch (outcome) {
        case Outcome.Missed<List<IncidentExecution>> missed -> missing = Optional.of(missed);
        case Outcome.Done<List<IncidentExecution>> done ->
            done.value().stream()
                .filter(one -> all.stream().noneMatch(had -> isSame(had, one)))
                .forEach(all::add);
      }
    }
    if (missing.isPresent() && answers.stream().noneMatch(Outcome.Done.class::isInstance)) {
      return missing.get().map(none -> new Found(none, Optional.empty()));
    }
    all.sort(Comparator.comparing(IncidentExecution::startedAt).reversed());
    return new Outcome.Done<>(
        new Found(
            List.copyOf(all),
            missing.map(missed -> "Incidents may be missing here. " + missed.sentence())));
  }

  private static boolean isSame(IncidentExecution one, IncidentExecution other) {
    return one.runId().equals(other.runId()) || one.id().equals(other.id());
  }

  private RunChains<IncidentExecution> chains(ClusterKey cluster) {
    return new RunChains<>(
        client, IncidentNames.workflowId(cluster), run -> IncidentExecution.of(cluster, run));
  }

  /**
   * Ends the cluster's incident, whatever state it is in, and opens a new one that knows these
   * alerts, as one change in Temporal: no alert finds the cluster without an incident.
   *
   * @param at when, as the new incident's memo keeps it
   */
  void openAnew(ClusterKey cluster, AlertGroup alerts, Instant at) {
    WorkflowOptions.Builder options =
        options(cluster)
            .setMemo(Map.of(REPLACED_AT, at))
            .setWorkflowIdConflictPolicy(
                WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_TERMINATE_EXISTING);
    signalWithStart(cluster, alerts, options.build());
  }

  private boolean signal(ClusterKey cluster, AlertGroup alerts) {
    return alerts.alerts().stream().anyMatch(Alert::firing)
        ? signalWithStart(cluster, alerts, options(cluster).build())
        : signalIfOpen(cluster, alerts);
  }

  private boolean signalWithStart(ClusterKey cluster, AlertGroup alerts, WorkflowOptions options) {
    WorkflowExecution incident =
        client
            .newUntypedWorkflowStub(IncidentNames.TYPE, options)
            .signalWithStart(IncidentNames.ALERTS, new Object[] {alerts}, new Object[] {cluster});
    return !incident.getRunId().isEmpty();
  }

  private WorkflowOptions.Builder options(ClusterKey cluster) {
    return WorkflowOptions.newBuilder()
        .setWorkflowId(IncidentNames.workflowId(cluster))
        .setTaskQueue(taskQueue)
        .setWorkflowIdReusePolicy(WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE)
        .setStaticSummary(cluster + ": incident");
  }

  /** Signals an incident only if it is open: a resolved alert is no reason to observe a cluster. */
  private boolean signalIfOpen(ClusterKey cluster, AlertGroup alerts) {
    try {
      client
          .newUntypedWorkflowStub(IncidentNames.workflowId(cluster))
          .signal(IncidentNames.ALERTS, alerts);
      return true;
    } catch (WorkflowNotFoundException e) {
      return false;
    }
  }

  /**
   * Newest incident of a cluster.
   *
   * @param run as Temporal describes it
   */
  record Newest(ClusterKey cluster, DescribeWorkflowExecutionResponse run) {
    /** Returns the id of the incident in the names of notifiers. */
    String subject() {
      return IncidentNames.subject(cluster, run.getWorkflowExecutionInfo().getFirstRunId());
    }

    /** Returns when it was closed; empty while it is open. */
    Optional<Instant> endedAt() {
      return isOpen()
          ? Optional.empty()
          : Optional.of(
              Instant.ofEpochSecond(run.getWorkflowExecutionInfo().getCloseTime().getSeconds()));
    }

    /** Returns a text that differs after each event of the incident. */
    String version() {
      return run.getWorkflowExecutionInfo().getExecution().getRunId()
          + " "
          + run.getWorkflowExecutionInfo().getHistoryLength();
    }

    boolean isOpen() {
      return run.getWorkflowExecutionInfo().getStatus()
          == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
    }
  }

  /** Returns the cluster's newest incident, with the SDK's own deadline. */
  Optional<Newest> newest(ClusterKey cluster) {
    try {
      return Optional.of(
          new Newest(
              cluster,
              client
                  .newUntypedWorkflowStub(IncidentNames.workflowId(cluster))
                  .describe()
                  .getRawDescription()));
    } catch (WorkflowNotFoundException never) {
      return Optional.empty();
    }
  }

  /** Returns the state of the cluster's open incident; empty where none is open. */
  public Outcome<Optional<IncidentState>> open(ClusterKey cluster, Duration limit) {
    return calls.within(limit, () -> open(cluster));
  }

  private Optional<IncidentState> open(ClusterKey cluster) {
    try {
      return known(cluster, Optional.of(queried(cluster))).filter(IncidentState::open);
    } catch (WorkflowNotFoundException | WorkflowQueryRejectedException none) {
      return Optional.empty();
    }
  }

  /** Notes that the last answer still holds, because the incident's history has not grown. */
  void confirm(ClusterKey cluster) {
    known.computeIfPresent(cluster, (same, last) -> new Known(last.state(), System.nanoTime()));
  }

  /** Returns the state of an open incident, or the one with which the last incident closed. */
  private Optional<IncidentState> last(ClusterKey cluster) {
    try {
      return known(cluster, Optional.of(queried(cluster)));
    } catch (WorkflowNotFoundException never) {
      return known(cluster, Optional.empty());
    } catch (WorkflowQueryRejectedException closed) {
      return known(cluster, result(cluster));
    }
  }

  private Optional<IncidentState> known(ClusterKey cluster, Optional<IncidentState> state) {
    known.put(cluster, new Known(state, System.nanoTime()));
    return state;
  }

  /** Returns the incident as it answered last; empty where nobody has asked. */
  public Optional<Known> known(ClusterKey cluster) {
    return Optional.ofNullable(known.get(cluster));
  }

  /** Notes that the newest incident has ended, and reads how it did where nobody has yet. */
  void ended(ClusterKey cluster) {
    if (known(cluster).filter(Known::isOpen).isPresent()) {
      known(cluster, result(cluster));
    }
  }

  private IncidentState queried(ClusterKey cluster) {
    return asking
        .newUntypedWorkflowStub(IncidentNames.workflowId(cluster))
        .query(IncidentNames.STATE, IncidentState.class);
  }

  private Optional<IncidentState> result(ClusterKey cluster) {
    try {
      return Optional.of(
          client
              .newUntypedWorkflowStub(IncidentNames.workflowId(cluster))
              .getResult(IncidentState.class));
    } catch (WorkflowFailedException | WorkflowNotFoundException endedFromOutside) {
      return Optional.empty();
    }
  }
}
