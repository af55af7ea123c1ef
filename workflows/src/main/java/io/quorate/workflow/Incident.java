package io.quorate.workflow;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.StableName;
import io.quorate.operation.Alert;
import io.quorate.operation.DatedMemory;
import io.quorate.operation.Episodes;
import io.quorate.operation.IncidentCourse;
import io.quorate.operation.IncidentLimits;
import io.quorate.operation.IncidentMemory;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationEnd;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.Proposals;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.ParentClosePolicy;
import io.temporal.failure.ChildWorkflowFailure;
import io.temporal.workflow.ChildWorkflowOptions;
import io.temporal.workflow.ChildWorkflowStub;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The incident of one cluster. It only waits and starts; what is wrong the diagnosis says. */
public final class Incident implements IncidentWorkflow {
  private final ClusterKey cluster;
  private final IncidentMemory memory;
  private final Episodes episodes = new Episodes();
  private final Proposals proposals = new Proposals();
  private final Deque<OperationEnd> ends = new ArrayDeque<>();
  private final Deque<List<Alert>> knownAtEnds = new ArrayDeque<>();
  private Optional<IncidentLooks> looks = Optional.empty();
  private IncidentLimits limits = IncidentLimits.OF_THIS_RELEASE;
  private IncidentCourse course = IncidentCourse.LOOKING;
  private Optional<Instant> wholeSince = Optional.empty();
  private Optional<Instant> unsaidSince = Optional.empty();
  private boolean told;
  private int news;
  private int firings;

  /** Alerts and ends that come before the first step of the workflow are kept from here on. */
  @WorkflowInit
  public Incident(ClusterKey cluster, @Nullable IncidentMemory before) {
    this.cluster = cluster;
    this.memory = before == null ? IncidentMemory.opened(IncidentLooks.now()) : before;
    this.told = memory.told();
    episodes.restore(memory);
  }

  @Override
  public IncidentState run(ClusterKey of, @Nullable IncidentMemory before) {
    Workflow.upsertTypedSearchAttributes(OperationProgress.CLUSTER.valueSet(cluster.value()));
    limits = Workflow.sideEffect(IncidentLimits.class, () -> IncidentLimits.OF_THIS_RELEASE);
    proposals.restore(memory.proposals(), IncidentLooks.now(), limits);
    IncidentLooks looking = new IncidentLooks(cluster, memory.before(), memory.finding(), limits);
    looks = Optional.of(looking);
    boolean seen = false;
    while (true) {
      int newsBefore = news;
      int firingsBefore = firings;
      if (!seen || looking.sawWhole()) {
        looking.look();
      }
      hearEnds(looking);
      noteWhole(looking);
      if (looking.sawWhole() && !waitsForItsOperation()) {
        // An alert that came during the closing look may be younger than what the look saw.
        seen = false;
        if (firings == firingsBefore) {
          Workflow.await(Workflow::isEveryHandlerFinished);
          course = IncidentCourse.CLOSED;
          return state();
        }
        continue;
      }
      decide(looking);
      seen = looking.watch(untilDue(), looksSoon(), () -> news != newsBefore || isLong());
      if (isLong() && ends.isEmpty()) {
        Workflow.await(Workflow::isEveryHandlerFinished);
        Workflow.continueAsNew(cluster, memory(looking));
      }
    }
  }

  private void hearEnds(IncidentLooks looking) {
    while (!ends.isEmpty()) {
      OperationEnd end = ends.remove();
      List<Alert> known = knownAtEnds.remove();
      Optional<String> runbook = looking.last().flatMap(Diagnosed::runbook);
      if (proposals.ended(end, runbook, IncidentLooks.now(), limits)) {
        episodes.markAnswered(known);
      }
    }
  }

  private void noteWhole(IncidentLooks looking) {
    wholeSince =
        looking.sawWhole()
            ? Optional.of(wholeSince.orElseGet(IncidentLooks::now))
            : Optional.empty();
  }

  /** The operation verifies what it did and says how it ended: within a limit that is heard. */
  private boolean waitsForItsOperation() {
    return proposals.isFollowingOwn()
        && wholeSince
            .map(since -> since.plus(limits.operation()))
            .filter(limit -> IncidentLooks.now().isBefore(limit))
            .isPresent();
  }

  /** Proposes an operation when one is due, and says what the incident does. */
  private void decide(IncidentLooks looking) {
    looking.last().filter(found -> !found.whole()).ifPresent(this::propose);
    course = course(looking);
    boolean unsaid = isUnsaid(looking);
    unsaidSince =
        unsaid ? Optional.of(unsaidSince.orElseGet(IncidentLooks::now)) : Optional.empty();
    if (!told && unsaidUntil().filter(limit -> !IncidentLooks.now().isBefore(limit)).isPresent()) {
      told = true;
      Notifier.ofIncident(cluster);
    }
  }

  private void propose(Diagnosed found) {
    boolean wanted = found.runbook().isPresent() && episodes.unanswered();
    if (wanted && proposals.due(IncidentLooks.now(), found.trouble())) {
      start(found, found.runbook().get());
    }
  }

  private IncidentCourse course(IncidentLooks looking) {
    Optional<Diagnosed> last = looking.last();
    if (last.isEmpty()) {
      return IncidentCourse.BLIND;
    }
    Diagnosed found = last.get();
    // Only a try to start an operation shows that one of somebody else is over without word.
    boolean doubtful = proposals.due(IncidentLooks.now(), found.trouble());
    if (proposals.isFollowing() && !doubtful) {
      return IncidentCourse.OPERATING;
    }
    if (found.whole()) {
      return IncidentCourse.LOOKING;
    }
    if (found.runbook().isEmpty()) {
      return IncidentCourse.NO_RUNBOOK;
    }
    if (!episodes.anyFiring()) {
      return IncidentCourse.NO_ALERT;
    }
    return episodes.unanswered() ? IncidentCourse.PROPOSING_AGAIN : IncidentCourse.ANSWERED;
  }

  /** Whether there is trouble that no operation has told people of. */
  private boolean isUnsaid(IncidentLooks looking) {
    return switch (course) {
      case BLIND, NO_RUNBOOK, NO_ALERT -> true;
      case ANSWERED ->
          looking.last().filter(found -> !proposals.wasAbout(found.trouble())).isPresent();
      case LOOKING, OPERATING, PROPOSING_AGAIN, CLOSED -> false;
    };
  }

  private Optional<Instant> unsaidUntil() {
    return unsaidSince.map(since -> since.plus(limits.silence()));
  }

  /** How long nothing has to be done unless something happens. */
  private Duration untilDue() {
    Instant now = IncidentLooks.now();
    return Stream.of(
            proposals.nextDue(),
            told ? Optional.<Instant>empty() : unsaidUntil(),
            wholeSince.map(since -> since.plus(limits.operation())))
        .flatMap(Optional::stream)
        .filter(now::isBefore)
        .map(due -> Duration.between(now, due))
        .min(Duration::compareTo)
        .orElse(limits.watch().plus(limits.operation()));
  }

  private int looksSoon() {
    return proposals.isFollowing() ? 0 : limits.looksSoon();
  }

  /** Starts the operation, or finds that one is running already. */
  private void start(Diagnosed found, String runbook) {
    ChildWorkflowStub child =
        Workflow.newUntypedChildWorkflowStub(StableName.typeOf(runbook), options());
    Promise<OperationEnd> end = child.executeAsync(OperationEnd.class, request(runbook));
    try {
      WorkflowExecution started = child.getExecution().get();
      String operation = OperationRequest.operationId(cluster, started.getRunId());
      proposals.started(operation, found.trouble());
      end.handle((told, failure) -> closed(operation, runbook, Optional.ofNullable(told)));
    } catch (ChildWorkflowFailure running) {
      proposals.foundAnother(cluster.value(), found.trouble(), IncidentLooks.now(), limits);
    }
  }

  /** An operation that closed has told its end before, unless it was terminated or failed. */
  private boolean closed(String operation, String runbook, Optional<OperationEnd> end) {
    operationEnded(
        end.map(known -> new OperationEnd(operation, known.phase(), Optional.of(runbook)))
            .orElseGet(() -> OperationEnd.withoutWord(operation, runbook)));
    return true;
  }

  private OperationRequest request(String runbook) {
    String alerts = episodes.firing();
    return new OperationRequest(
        cluster,
        runbook,
        Map.of(),
        "alert " + alerts,
        cluster + ": " + runbook.replace('-', ' ') + ", asked by alert " + alerts,
        looks.map(IncidentLooks::before).orElse(DatedMemory.NONE));
  }

  private ChildWorkflowOptions options() {
    return ChildWorkflowOptions.newBuilder()
        .setWorkflowId(OperationRequest.workflowId(cluster))
        .setParentClosePolicy(ParentClosePolicy.PARENT_CLOSE_POLICY_ABANDON)
        .setStaticSummary(cluster + ": proposed by its incident")
        .build();
  }

  /** Every alert that is sent again is an event: a history grows by time alone. */
  private boolean isLong() {
    return Workflow.getInfo().getHistoryLength() > limits.events()
        || Workflow.getInfo().isContinueAsNewSuggested();
  }

  private IncidentMemory memory(IncidentLooks looking) {
    return new IncidentMemory(
        memory.openedAt(),
        looking.before(),
        looking.finding(),
        proposals.memory(),
        episodes.all(),
        episodes.answered(),
        told);
  }

  @Override
  public void alert(Alert alert) {
    if (alert.firing()) {
      firings++;
    }
    if (episodes.take(alert)) {
      news++;
    }
  }

  @Override
  public void operationEnded(OperationEnd end) {
    ends.add(end);
    knownAtEnds.add(episodes.all());
    news++;
  }

  @Override
  public IncidentState state() {
    boolean again = course == IncidentCourse.PROPOSING_AGAIN;
    Optional<Instant> next = again ? proposals.nextDue() : Optional.empty();
    return new IncidentState(
        cluster,
        memory.openedAt(),
        course != IncidentCourse.CLOSED,
        looks.map(IncidentLooks::finding).orElse(memory.finding()),
        course.sentence(proposals, next),
        proposals.operation(),
        next,
        episodes.all());
  }
}
