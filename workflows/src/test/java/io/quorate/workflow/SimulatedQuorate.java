package io.quorate.workflow;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Decision;
import io.quorate.approval.DecisionAnswer;
import io.quorate.approval.Door;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MembershipSource;
import io.quorate.data.DataDirectory;
import io.quorate.drawing.DrawnCluster;
import io.quorate.history.HistoryMapper;
import io.quorate.operation.Alert;
import io.quorate.operation.AlertGroup;
import io.quorate.operation.IncidentLimits;
import io.quorate.operation.IncidentMemory;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.view.ClusterView;
import io.quorate.workload.Workload;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowQueryException;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowTargetOptions;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.client.WorkflowUpdateStage;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkflowImplementationOptions;
import io.temporal.workflow.DynamicWorkflow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Quorate with a Temporal test server that skips time, one simulated cluster and a channel; what
 * people do to it.
 */
final class SimulatedQuorate implements AutoCloseable {
  static final ClusterKey MAIN = new ClusterKey("main");
  static final String QUEUE = "quorate";
  private static final int CACHED = 100;
  private static final Duration REAL_LIMIT = Duration.ofSeconds(80);

  final TestWorkflowEnvironment temporal;

  /** Calls the server, and no call lets time be skipped. */
  private final WorkflowClient onlyCalls;

  final SimulatedCluster cluster;
  final Faults faults = new Faults();
  final Channel channel = new Channel();
  final Reports reports = new Reports();
  final SimulatedPlaces places = new SimulatedPlaces();
  final Looks looks;
  final DiagnosisLooks diagnoses;
  volatile IncidentLimits limits = IncidentLimits.OF_THIS_RELEASE;

  private SimulatedQuorate(int cachedWorkflows, Class<? extends DynamicWorkflow> operations) {
    temporal = TestWorkflowEnvironment.newInstance(options(cachedWorkflows));
    onlyCalls = WorkflowClient.newInstance(temporal.getWorkflowServiceStubs(), calls());
    cluster = new SimulatedCluster(() -> Instant.ofEpochMilli(temporal.currentTimeMillis()));
    looks = new Looks(cluster);
    diagnoses = new DiagnosisLooks(cluster);
    Worker worker = temporal.newWorker(QUEUE);
    worker.registerWorkflowImplementationTypes(
        operations, FollowUp.class, Notifier.class, FleetPlaces.class);
    worker.registerWorkflowImplementationFactory(
        IncidentWorkflow.class,
        given ->
            new Incident(
                given.get(0, ClusterKey.class), given.get(1, IncidentMemory.class), limits),
        WorkflowImplementationOptions.getDefaultInstance());
    worker.registerActivitiesImplementations(
        new SimulatedSteps(
            cluster, faults, () -> Instant.ofEpochMilli(temporal.currentTimeMillis())),
        looks,
        diagnoses,
        channel,
        reports,
        places);
  }

  private static TestEnvironmentOptions options(int cachedWorkflows) {
    return TestEnvironmentOptions.newBuilder()
        .setInitialTime(DrawnCluster.NOW)
        .setWorkerFactoryOptions(
            WorkerFactoryOptions.newBuilder().setWorkflowCacheSize(cachedWorkflows).build())
        .setWorkflowClientOptions(calls())
        .registerSearchAttribute("EtcdCluster", IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD)
        .registerSearchAttribute("Runbook", IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD)
        .registerSearchAttribute("Phase", IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD)
        .registerSearchAttribute("WaitingOn", IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD)
        .build();
  }

  private static WorkflowClientOptions calls() {
    return WorkflowClientOptions.newBuilder()
        .setDataConverter(HistoryMapper.dataConverter())
        .build();
  }

  /** Its cluster has lost etcd-1 for good; its worker polls. */
  static SimulatedQuorate withLostMember() {
    return idle().started();
  }

  /** The same, with a worker that keeps nothing in memory: every task is a replay. */
  static SimulatedQuorate withForgetfulWorker() {
    return seeing(oneLost(), 0).started();
  }

  /** The same, before its worker was started. */
  static SimulatedQuorate idle() {
    return seeing(oneLost(), CACHED);
  }

  /** Its cluster has lost etcd-1; its operations are scripted ones. */
  static SimulatedQuorate withOperations(Class<? extends DynamicWorkflow> operations) {
    return seeing(oneLost(), CACHED, operations).started();
  }

  /** Its cluster runs a patch of etcd that is not the newest; nobody is lost. */
  static SimulatedQuorate withPatchToCome() {
    return seeing(aPatchBehind(), CACHED).started();
  }

  /**
   * Its cluster has lost quorum, and the hosts of two members tell nothing; its worker keeps
   * nothing in memory: every task is a replay.
   */
  static SimulatedQuorate withoutQuorum() {
    return seeing(majoritySilent(), 0).started();
  }

  private static SimulatedQuorate seeing(DrawnCluster drawn, int cachedWorkflows) {
    return seeing(drawn, cachedWorkflows, OperationWorkflow.class);
  }

  private static SimulatedQuorate seeing(
      DrawnCluster drawn, int cachedWorkflows, Class<? extends DynamicWorkflow> operations) {
    SimulatedQuorate quorate = new SimulatedQuorate(cachedWorkflows, operations);
    quorate.cluster.become(drawn);
    return quorate;
  }

  private SimulatedQuorate started() {
    temporal.start();
    return this;
  }

  static DrawnCluster aPatchBehind() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.members.forEach(member -> member.version = EtcdVersion.parse("3.6.15"));
    drawn.releases.addAll(List.of(EtcdVersion.parse("3.6.15"), EtcdVersion.parse("3.6.16")));
    return drawn;
  }

  static DrawnCluster oneLost() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).gone();
    drawn.member(1).data = DataDirectory.of(DataDirectory.State.PARTIAL);
    return drawn;
  }

  /** One member answers without a leader, and nobody knows about the other two. */
  static DrawnCluster majoritySilent() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.source = MembershipSource.LOCAL;
    drawn.member(0).leads = false;
    drawn.member(0).followsNobody = true;
    for (int lost = 1; lost < 3; lost++) {
      drawn.member(lost).silent();
      drawn.member(lost).workload(Workload.Uncertain.AMBIGUOUS);
    }
    return drawn;
  }

  /** A member answers as another cluster: trouble that no runbook of this release answers. */
  static DrawnCluster inTwoHistories() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).cluster = ClusterId.parse("c2");
    return drawn;
  }

  void policy(ApprovalPolicy policy) {
    looks.policy = policy;
  }

  WorkflowStub start() {
    return start("alice");
  }

  WorkflowStub start(String requestedBy) {
    return start(
        "MinorityReplace",
        new OperationRequest(
            MAIN,
            "minority-replace",
            Map.of("member", List.of("etcd-1")),
            requestedBy,
            "main: replace etcd-1"));
  }

  /** Starts an upgrade to the patch that is to come, and says yes to it. */
  WorkflowStub upgrading() {
    WorkflowStub operation =
        start(
            "RollingUpgrade",
            new OperationRequest(
                MAIN,
                "rolling-upgrade",
                Map.of("to", List.of("3.6.16")),
                "alice",
                "main: upgrade to etcd 3.6.16"));
    await(operation, Phase.WAITING_FOR_APPROVAL);
    approve(operation, "dana");
    return operation;
  }

  /** Starts a recovery of quorum. */
  WorkflowStub recovering() {
    return start(
        "MajorityRecovery",
        new OperationRequest(MAIN, "majority-recovery", Map.of(), "alice", "main: recover quorum"));
  }

  private WorkflowStub start(String type, OperationRequest request) {
    return startWith(type, request);
  }

  /** Starts an operation with arguments that another release may have written. */
  WorkflowStub startWith(String type, Object... arguments) {
    WorkflowStub operation =
        temporal
            .getWorkflowClient()
            .newUntypedWorkflowStub(
                type,
                WorkflowOptions.newBuilder()
                    .setTaskQueue(QUEUE)
                    .setWorkflowId(OperationRequest.workflowId(MAIN))
                    .setWorkflowIdConflictPolicy(
                        WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_FAIL)
                    .build());
    operation.start(arguments);
    return operation;
  }

  WorkflowStub incident() {
    return temporal
        .getWorkflowClient()
        .newUntypedWorkflowStub(
            IncidentNames.TYPE,
            WorkflowOptions.newBuilder()
                .setTaskQueue(QUEUE)
                .setWorkflowId(IncidentNames.workflowId(MAIN))
                .build());
  }

  /** An alert reaches the incident, which opens if it has to. */
  WorkflowStub alert(Alert alert) {
    WorkflowStub incident = incident();
    incident.signalWithStart(
        IncidentNames.ALERTS, new Object[] {new AlertGroup(List.of(alert))}, new Object[] {MAIN});
    return incident;
  }

  /** The operation of the cluster, whoever started it. */
  WorkflowStub operation() {
    return temporal.getWorkflowClient().newUntypedWorkflowStub(OperationRequest.workflowId(MAIN));
  }

  /** The question of the operation that the incident proposed; in real time. */
  OperationState askedByAlert() {
    return proposedAfter("");
  }

  /** The question of an operation that the incident proposed after this one; time is skipped. */
  OperationState proposedAfter(String before) {
    Instant limit = Instant.now().plus(REAL_LIMIT);
    while (Instant.now().isBefore(limit)) {
      boolean working = before.isEmpty();
      try {
        OperationState state = state(operation());
        boolean another = !state.operation().equals(before);
        if (another && state.phase() == Phase.WAITING_FOR_APPROVAL) {
          return state;
        }
        working |= another && !state.phase().ended();
      } catch (WorkflowNotFoundException | WorkflowQueryException notYet) {
        // The incident still looks, or the operation before was terminated.
      }
      if (!working) {
        pass(Duration.ofSeconds(20));
      }
    }
    WorkflowStub incident =
        temporal.getWorkflowClient().newUntypedWorkflowStub(IncidentNames.workflowId(MAIN));
    throw new AssertionError(
        "nothing was proposed after '%s'; %s"
            .formatted(before, incident.query(IncidentNames.STATE, IncidentState.class)));
  }

  /** When the question that is open was asked. */
  Instant askedAt() {
    return state(operation()).requestedAt();
  }

  static OperationRequest request(Payload input) {
    return HistoryMapper.dataConverter()
        .fromPayload(input, OperationRequest.class, OperationRequest.class);
  }

  /** Asks the incident for its state until it is so. */
  static IncidentState incidentState(WorkflowStub incident, Predicate<IncidentState> so) {
    Instant limit = Instant.now().plus(REAL_LIMIT);
    IncidentState state = incident.query(IncidentNames.STATE, IncidentState.class);
    while (!so.test(state)) {
      if (Instant.now().isAfter(limit)) {
        throw new AssertionError("it did not come to that; it is " + state);
      }
      state = incident.query(IncidentNames.STATE, IncidentState.class);
    }
    return state;
  }

  static OperationState state(WorkflowStub operation) {
    return operation.query(OperationNames.STATE, OperationState.class);
  }

  /** Asks for the state until it is so; in real time, for so long nothing is skipped. */
  static OperationState await(WorkflowStub operation, Predicate<OperationState> so) {
    Instant limit = Instant.now().plus(REAL_LIMIT);
    OperationState state = state(operation);
    while (!so.test(state)) {
      if (Instant.now().isAfter(limit)) {
        throw new AssertionError("it did not come to that; it is " + state);
      }
      state = state(operation);
    }
    return state;
  }

  static OperationState await(WorkflowStub operation, Phase phase) {
    return await(operation, state -> state.phase() == phase);
  }

  /** Its last state; time is skipped until then. */
  OperationState end(WorkflowStub operation) {
    return awaitClosed(operation, Duration.ofSeconds(2)).getResult(OperationState.class);
  }

  /**
   * Skips time in steps until it is closed, and returns its last run. To skip as far as the server
   * likes, as {@code getResult} of the environment's client does, can skip to the end of time while
   * an activity waits for its worker. Another workflow may have its id by then: the incident
   * proposes an operation as soon as the one before has made way.
   */
  WorkflowStub awaitClosed(WorkflowStub workflow, Duration step) {
    Instant limit = Instant.now().plus(REAL_LIMIT);
    WorkflowExecution known = workflow.getExecution();
    WorkflowStub run = run(known.getRunId().isEmpty() ? workflow.describe().getExecution() : known);
    while (true) {
      WorkflowExecutionStatus status = run.describe().getStatus();
      if (status == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW) {
        run = run(next(run));
      } else if (status != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING) {
        return run;
      } else if (Instant.now().isAfter(limit)) {
        throw new AssertionError("it did not end; " + run.query("state", Object.class));
      } else {
        pass(step);
      }
    }
  }

  /** Exactly this run; time is skipped by none of its methods. */
  WorkflowStub run(WorkflowExecution run) {
    return onlyCalls.newUntypedWorkflowStub(
        WorkflowTargetOptions.newBuilder().setWorkflowExecution(run).build());
  }

  private WorkflowExecution next(WorkflowStub run) {
    return run.getExecution().toBuilder()
        .setRunId(
            history(run)
                .getLastEvent()
                .getWorkflowExecutionContinuedAsNewEventAttributes()
                .getNewExecutionRunId())
        .build();
  }

  static String digest(WorkflowStub operation) {
    return state(operation).openApproval().orElseThrow().question().digest();
  }

  /** Said now: the clock of the door runs ahead of the server's, whose time is skipped. */
  static Decision decision(String by, Decision.Kind kind, String digest, String reason) {
    Instant ahead = DrawnCluster.NOW.plus(Duration.ofDays(3650));
    return new Decision(
        digest,
        by,
        Set.of("oncall"),
        Door.COMMAND_LINE,
        kind,
        reason,
        ahead,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  static DecisionAnswer approve(WorkflowStub operation, String by) {
    return decide(
        operation, decision(by, Decision.Kind.APPROVE, digest(operation), ""), Optional.empty());
  }

  static DecisionAnswer decide(
      WorkflowStub operation, Decision decision, Optional<String> updateId) {
    UpdateOptions.Builder<DecisionAnswer> options =
        UpdateOptions.newBuilder(DecisionAnswer.class)
            .setUpdateName(OperationNames.DECIDE)
            .setWaitForStage(WorkflowUpdateStage.COMPLETED);
    updateId.ifPresent(options::setUpdateId);
    return untilTaken(
        operation, () -> operation.startUpdate(options.build(), decision).getResult());
  }

  static Request.Answer ask(WorkflowStub operation, Request.Verb verb, String reason) {
    return untilTaken(
        operation,
        () ->
            operation.update(
                OperationNames.REQUEST,
                Request.Answer.class,
                new Request(verb, "bob", reason, Optional.empty(), Optional.empty())));
  }

  /**
   * Sends as the gateway does: again when the message reached a run before its handlers, or a run
   * that made way for the next one in that moment.
   */
  private static <T> T untilTaken(WorkflowStub operation, Supplier<T> message) {
    Instant limit = Instant.now().plus(REAL_LIMIT);
    while (true) {
      try {
        return message.get();
      } catch (WorkflowUpdateException refused) {
        boolean early = String.valueOf(refused.getCause()).contains("Unknown update name");
        if (!early || Instant.now().isAfter(limit)) {
          throw refused;
        }
      } catch (WorkflowNotFoundException over) {
        if (!goesOn(operation) || Instant.now().isAfter(limit)) {
          throw over;
        }
      }
    }
  }

  private static boolean goesOn(WorkflowStub operation) {
    WorkflowExecutionStatus status = operation.describe().getStatus();
    return status == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING
        || status == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW;
  }

  /** Starts an operation and waits for its question. */
  WorkflowStub asking() {
    WorkflowStub operation = start();
    await(operation, Phase.WAITING_FOR_APPROVAL);
    return operation;
  }

  /** The same, and a yes. */
  WorkflowStub approved() {
    WorkflowStub operation = asking();
    approve(operation, "dana");
    return operation;
  }

  void pass(Duration time) {
    temporal.sleep(time);
  }

  ClusterView view() {
    return cluster.look();
  }

  WorkflowExecutionHistory history(WorkflowStub workflow) {
    return temporal
        .getWorkflowClient()
        .fetchHistory(workflow.getExecution().getWorkflowId(), workflow.getExecution().getRunId());
  }

  @Override
  public void close() {
    temporal.close();
  }
}
