package io.quorate.workflow;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.Sightings;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.ParentClosePolicy;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ChildWorkflowFailure;
import io.temporal.workflow.ChildWorkflowOptions;
import io.temporal.workflow.ChildWorkflowStub;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The incident of one cluster. It only waits and starts; what is wrong the diagnosis says. */
public final class Incident implements IncidentWorkflow {
  /** How often it looks while nobody does anything about the trouble. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(60);

  /** How soon it looks again when things may settle by themselves. */
  private static final Duration LOOK_SOON = Duration.ofSeconds(5);

  /** A look at an operation that may have ended without a word. */
  private static final Duration OPERATION_CHECK = Duration.ofMinutes(10);

  private final ClusterKey cluster;
  private final Instant openedAt;
  private final AssessmentActivities activities =
      Workflow.newActivityStub(
          AssessmentActivities.class, Timeouts.look("Look at the cluster and diagnose"));
  private final Map<String, Alert> episodes = new LinkedHashMap<>();
  private final Set<String> answered = new LinkedHashSet<>();
  private Sightings sightings = Sightings.NONE;
  private Optional<String> operation = Optional.empty();
  private String finding = "looking at the cluster";
  private boolean open = true;
  private int news;
  private int ended;

  @WorkflowInit
  public Incident(ClusterKey cluster) {
    this.cluster = cluster;
    this.openedAt = Journal.now();
  }

  @Override
  public IncidentState run(ClusterKey of) {
    Workflow.upsertTypedSearchAttributes(Journal.CLUSTER.valueSet(cluster.value()));
    while (true) {
      int seen = news;
      Optional<Diagnosed> diagnosed = look();
      if (diagnosed.filter(d -> d.verdict() == Diagnosed.Verdict.WHOLE).isPresent()) {
        open = false;
        return state();
      }
      diagnosed.flatMap(Diagnosed::runbook).ifPresent(this::operate);
      Duration pause = operation.isEmpty() ? LOOK_SOON : LOOK_AGAIN;
      Workflow.await(pause, () -> news != seen);
      if (Workflow.getInfo().isContinueAsNewSuggested()) {
        Workflow.await(Workflow::isEveryHandlerFinished);
        Workflow.continueAsNew(cluster);
      }
    }
  }

  private Optional<Diagnosed> look() {
    try {
      Diagnosed diagnosed = activities.diagnose(cluster, sightings);
      sightings = diagnosed.sightings();
      finding = diagnosed.sentence();
      return Optional.of(diagnosed);
    } catch (ActivityFailure failure) {
      finding = "The cluster could not be looked at: " + Reasons.of(failure);
      return Optional.empty();
    }
  }

  /**
   * Starts the operation, or follows the one that is running, until it ends. After an end that left
   * trouble it starts another one only when a new alert comes: people have decided meanwhile.
   */
  private void operate(String runbook) {
    if (operation.isPresent() && !freshAlert()) {
      return;
    }
    markAlertsAnswered();
    int before = ended;
    try {
      ChildWorkflowStub child = Workflow.newUntypedChildWorkflowStub(typeOf(runbook), options());
      child.executeAsync(OperationState.class, request(runbook));
      WorkflowExecution started = child.getExecution().get();
      operation = Optional.of(OperationRequest.operationId(cluster, started.getRunId()));
    } catch (ChildWorkflowFailure running) {
      operation = Optional.of(cluster + " (one that was running already)");
    }
    Workflow.await(OPERATION_CHECK, () -> ended != before);
  }

  private boolean freshAlert() {
    return episodes.values().stream()
        .anyMatch(alert -> alert.firing() && !answered.contains(alert.episode()));
  }

  private void markAlertsAnswered() {
    answered.addAll(episodes.keySet());
  }

  private OperationRequest request(String runbook) {
    String alerts =
        episodes.values().stream().map(Alert::name).distinct().sorted().reduce("", Incident::and);
    return new OperationRequest(
        cluster,
        runbook,
        Map.of(),
        "alert " + alerts,
        cluster + ": " + runbook.replace('-', ' ') + ", asked by alert " + alerts);
  }

  private static String and(String one, String other) {
    return one.isEmpty() ? other : one + ", " + other;
  }

  private ChildWorkflowOptions options() {
    return ChildWorkflowOptions.newBuilder()
        .setWorkflowId(OperationRequest.workflowId(cluster))
        .setParentClosePolicy(ParentClosePolicy.PARENT_CLOSE_POLICY_ABANDON)
        .setStaticSummary(cluster + ": proposed by its incident")
        .build();
  }

  /** {@code minority-replace} is {@code MinorityReplace} on the Temporal page. */
  static String typeOf(String runbook) {
    StringBuilder type = new StringBuilder();
    for (String word : runbook.split("-", -1)) {
      type.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
    }
    return type.toString();
  }

  @Override
  public void alert(Alert alert) {
    Alert before = episodes.put(alert.episode(), alert);
    if (before == null || before.firing() != alert.firing()) {
      news++;
    }
  }

  @Override
  public void operationEnded(String ofOperation) {
    ended++;
    news++;
  }

  @Override
  public IncidentState state() {
    return new IncidentState(
        cluster, openedAt, open, finding, operation, List.copyOf(episodes.values()));
  }
}
