package io.quorate.workflow;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ObservationMemory;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
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
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The incident of one cluster. It only waits and starts; what is wrong the diagnosis says. */
public final class Incident implements IncidentWorkflow {
  /** How often it looks while nobody does anything about the trouble. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(60);

  /** How soon it looks again when things may settle by themselves. */
  private static final Duration LOOK_SOON = Duration.ofSeconds(5);

  /** How many looks in a row without news are made soon after each other. */
  private static final int LOOKS_SOON = 24;

  /** How long it waits for an operation before it looks by itself; one can end without a word. */
  private static final Duration OPERATION_LIMIT = Duration.ofMinutes(10);

  private final ClusterKey cluster;
  private final Instant openedAt;
  private final AssessmentActivities activities =
      Workflow.newActivityStub(
          AssessmentActivities.class, Timeouts.look("Look at the cluster and diagnose"));
  private final Episodes episodes = new Episodes();
  private ObservationMemory remembered = ObservationMemory.NONE;
  private Optional<String> operation = Optional.empty();
  private String finding = "looking at the cluster";
  private boolean open = true;
  private int looksSoon;
  private int news;
  private int ended;
  private OptionalInt followedSince = OptionalInt.empty();

  @WorkflowInit
  public Incident(ClusterKey cluster, @Nullable IncidentMemory before) {
    this.cluster = cluster;
    this.openedAt = before == null ? OperationProgress.now() : before.openedAt();
    if (before != null) {
      episodes.restore(before);
      remembered = before.remembered();
      operation = before.operation();
      finding = before.finding();
    }
  }

  @Override
  public IncidentState run(ClusterKey of, @Nullable IncidentMemory before) {
    Workflow.upsertTypedSearchAttributes(OperationProgress.CLUSTER.valueSet(cluster.value()));
    while (true) {
      int seen = news;
      Optional<Diagnosed> diagnosed = look();
      if (diagnosed.filter(d -> d.verdict() == Diagnosed.Verdict.WHOLE).isPresent()) {
        open = false;
        return state();
      }
      diagnosed.flatMap(Diagnosed::runbook).ifPresent(this::operate);
      Workflow.await(pause(), () -> news != seen);
      looksSoon = news == seen ? looksSoon + 1 : 0;
      if (Workflow.getInfo().isContinueAsNewSuggested()) {
        Workflow.await(Workflow::isEveryHandlerFinished);
        Workflow.continueAsNew(cluster, memory());
      }
    }
  }

  /** Trouble that stays without an answer is looked at less often. */
  private Duration pause() {
    boolean unsettled = operation.isEmpty() || followedSince.isPresent();
    return unsettled && looksSoon < LOOKS_SOON ? LOOK_SOON : LOOK_AGAIN;
  }

  private IncidentMemory memory() {
    return new IncidentMemory(
        openedAt, remembered, operation, finding, episodes.all(), episodes.answered());
  }

  private Optional<Diagnosed> look() {
    try {
      Diagnosed diagnosed = activities.diagnose(cluster, remembered);
      remembered = diagnosed.remembered();
      finding = diagnosed.sentence();
      return Optional.of(diagnosed);
    } catch (ActivityFailure failure) {
      finding = "The cluster could not be looked at: " + Reasons.of(failure);
      return Optional.empty();
    }
  }

  /**
   * Starts the operation, or follows the one that is running, until it ends. Another one is started
   * only when a new alert comes after that: people have decided about all that came before.
   */
  private void operate(String runbook) {
    hearOfTheOneFollowed();
    if (!episodes.unanswered()) {
      return;
    }
    int before = ended;
    if (started(runbook)) {
      followedSince = OptionalInt.empty();
      episodes.markAnswered();
      Workflow.await(OPERATION_LIMIT, () -> ended != before);
      episodes.markAnswered();
    } else if (followedSince.isEmpty()) {
      followedSince = OptionalInt.of(before);
    }
  }

  private boolean started(String runbook) {
    try {
      ChildWorkflowStub child = Workflow.newUntypedChildWorkflowStub(typeOf(runbook), options());
      child.executeAsync(OperationState.class, request(runbook));
      WorkflowExecution started = child.getExecution().get();
      operation = Optional.of(OperationRequest.operationId(cluster, started.getRunId()));
      return true;
    } catch (ChildWorkflowFailure running) {
      operation = Optional.of(cluster + " (one that was running already)");
      return false;
    }
  }

  /**
   * The end of an operation that somebody else started answers the alert, whenever it comes: people
   * have decided. One that told its end to the incident before this one, and is saying its last
   * words, is never heard of again; then the next start succeeds.
   */
  private void hearOfTheOneFollowed() {
    if (followedSince.isPresent() && followedSince.getAsInt() != ended) {
      episodes.markAnswered();
      followedSince = OptionalInt.empty();
    }
  }

  private OperationRequest request(String runbook) {
    String alerts = episodes.firing();
    return new OperationRequest(
        cluster,
        runbook,
        Map.of(),
        "alert " + alerts,
        cluster + ": " + runbook.replace('-', ' ') + ", asked by alert " + alerts);
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
    if (episodes.take(alert)) {
      news++;
    }
  }

  @Override
  public void operationEnded(String ofOperation) {
    operation = Optional.of(ofOperation);
    ended++;
    news++;
  }

  @Override
  public IncidentState state() {
    return new IncidentState(cluster, openedAt, open, finding, operation, episodes.all());
  }
}
