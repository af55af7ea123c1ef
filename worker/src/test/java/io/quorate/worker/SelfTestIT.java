package io.quorate.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quorate.causes.FleetTroubles.OpenCause;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import io.quorate.configuration.SelfTestSettings;
import io.quorate.lab.junit.ServersFolder;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.ReservedPort;
import io.quorate.lab.servers.TemporalServer;
import io.quorate.observation.Polling;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationState;
import io.quorate.operation.SaidSilence;
import io.quorate.operation.SelfTestNames;
import io.quorate.port.Failure;
import io.quorate.port.NotificationChannel;
import io.quorate.reminder.Arrival;
import io.quorate.reminder.Waiting;
import io.quorate.worker.activity.PlainFailures;
import io.quorate.worker.selftest.Course.Missed;
import io.quorate.worker.selftest.Leftovers;
import io.quorate.worker.selftest.PassActivity;
import io.quorate.worker.selftest.Stage;
import io.quorate.worker.selftest.Turns;
import io.quorate.workflow.SelfTest;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerFactoryOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Self-tests on a real Temporal. */
@Timeout(120)
class SelfTestIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final SelfTestSettings DAILY = new SelfTestSettings(Duration.ofHours(24));

  @RegisterExtension final ServersFolder folder = new ServersFolder();

  private TemporalServer server;
  private ReservedPort gateway;
  private Configuration configuration;
  private TemporalConnection temporal;

  @BeforeEach
  void begin() throws Exception {
    server = TemporalServer.layOut(ToolsForTests.temporal(), folder.path().resolve("temporal"));
    server.start(LIMIT);
    gateway = ReservedPort.take();
    Path file = folder.path().resolve("quorate.yml");
    Files.writeString(file, text());
    configuration = ConfigurationFile.load(Optional.of(file), Environment.here());
    temporal = new TemporalConnection(configuration.temporal());
    temporal.registerSearchAttributes();
  }

  @AfterEach
  void end() throws Exception {
    temporal.close();
    gateway.close();
    server.close();
  }

  @Test
  void anAlertGoesTheWholeWayAndItsClusterIsInNoList() throws Exception {
    try (Serving serving = new Serving(configuration, UnaryOperator.identity())) {
      int port = serving.gateway(Optional.empty()).port();
      serving.work();
      Await.until("the self-test's operation", LIMIT, this::isUnderWay);
      assertThat(lists(port)).doesNotContain("\"_selftest");
      Await.until("the end of the self-test", LIMIT, () -> ended().isPresent());

      assertThat(ended().orElseThrow().getStatus())
          .isEqualTo(WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED);
      assertThat(lists(port)).contains("quorate_selftest_late 0.0").doesNotContain("\"_selftest");
      assertThat(seconds(lists(port), "quorate_selftest_age_seconds")).isBetween(0.0, 60.0);
      assertThat(temporal.client().listExecutions("WorkflowType = \"FleetPlaces\"")).isEmpty();
    }
  }

  @Test
  void aChannelThatTakesNothingIsNamedAndNothingGoesOnAfterwards() throws Exception {
    SelfTestRun refused =
        new SelfTestRun(
            configuration, temporal.client(), Duration.ofSeconds(15), any -> new ClosedChannel());

    ThreadGroup threads = new ThreadGroup("self-test");
    FutureTask<Optional<Missed>> pass =
        new FutureTask<>(() -> refused.pass(Polling.every(Duration.ofMillis(500))));
    new Thread(threads, pass).start();

    assertThat(pass.get()).map(Missed::stage).contains(Stage.MESSAGE);
    Await.until("the end of its threads", LIMIT, () -> lasting(threads).isEmpty());
    Await.until("Temporal to list nothing of it", LIMIT, () -> running().isEmpty());
  }

  @Test
  void aTaskQueueSharedWithAnotherInstallationLosesOnlyRunsOfTheSelfTest() throws Exception {
    WorkflowOptions.Builder options = WorkflowOptions.newBuilder().setTaskQueue("quorate-selftest");
    for (String id :
        List.of(
            "operation/payments",
            "operation/_selftest",
            "incident/_selftest",
            "notify/_selftest.1a2b3c4d",
            "notify/incident/_selftest.1a2b3c4d")) {
      temporal.client().newUntypedWorkflowStub("Left", options.setWorkflowId(id).build()).start();
    }
    Await.until("Temporal to list them", LIMIT, () -> running().size() == 5);

    new Leftovers(temporal.client(), "quorate-selftest").end();

    Await.until("four ends", LIMIT, () -> running().equals(List.of("operation/payments")));
  }

  @Test
  void anAttemptThatIsCalledOffLeavesTheNextAttemptAlone() {
    String ofTheNext = "incident/_selftest";
    Polling calledOff =
        new Polling(
            Duration.ofMillis(50),
            System::nanoTime,
            pause -> {
              Polling.sleep(pause);
              if (running().contains(ofTheNext)) {
                throw new Failure.Transient("another attempt goes the way");
              }
            });
    SelfTestRun run =
        new SelfTestRun(
            configuration, temporal.client(), Duration.ofSeconds(15), UnaryOperator.identity());

    assertThatThrownBy(() -> run.pass(calledOff)).hasMessage("another attempt goes the way");
    assertThat(temporal.client().newUntypedWorkflowStub(ofTheNext).describe().getStatus())
        .isEqualTo(WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING);
  }

  @Test
  void aSelfTestThatCouldNotStartIsTriedOnceMore() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    WorkerFactory workers =
        workers(
            polling -> {
              if (attempts.incrementAndGet() == 1) {
                throw Status.UNAVAILABLE.withDescription("Temporal is away").asRuntimeException();
              }
              return Optional.empty();
            });
    try (Turns turns = turns(new SimpleMeterRegistry())) {
      assertThat(turns).isNotNull();
      Await.until("the end of the self-test", LIMIT, () -> ended().isPresent());
      assertThat(ended().orElseThrow().getStatus())
          .isEqualTo(WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED);
      assertThat(attempts).hasValue(2);
    } finally {
      workers.shutdownNow();
    }
  }

  @Test
  void aMissedStageIsInTheMetricsOfEveryWorkerAndARestartRepeatsNothing() throws Exception {
    WorkerFactory workers =
        workers(polling -> Optional.of(new Missed(Stage.DECISION, "nobody decides")));
    try (Turns first = turns(new SimpleMeterRegistry())) {
      assertThat(first).isNotNull();
      Await.until("the end of the self-test", LIMIT, () -> ended().isPresent());
    }
    String run = endedRun();
    assertThat(ended().orElseThrow().getMemo(SelfTestNames.SINCE, Instant.class))
        .isInstanceOf(Instant.class);
    SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    try (Turns second = turns(metrics)) {
      assertThat(second).isNotNull();
      Await.until("the stage", LIMIT, () -> missed(metrics, Stage.DECISION) == 1);
      assertThat(missed(metrics, Stage.MESSAGE)).isZero();
      assertThat(endedRun()).isEqualTo(run);
    } finally {
      workers.shutdownNow();
    }
  }

  /** Ids of the workflows that run, as Temporal lists them. */
  private List<String> running() {
    return temporal
        .client()
        .listExecutions("ExecutionStatus = \"Running\"")
        .map(run -> run.getExecution().getWorkflowId())
        .toList();
  }

  /** Threads of the group that keep a process alive. */
  private static List<Thread> lasting(ThreadGroup group) {
    Thread[] all = new Thread[1000];
    return Arrays.stream(all, 0, group.enumerate(all)).filter(one -> !one.isDaemon()).toList();
  }

  /** Workers that do nothing but this test. */
  private WorkerFactory workers(Function<Polling, Optional<Missed>> test) {
    WorkerFactory workers =
        WorkerFactory.newInstance(
            temporal.client(),
            WorkerFactoryOptions.newBuilder().setWorkerInterceptors(new PlainFailures()).build());
    Worker worker = workers.newWorker("quorate");
    worker.registerWorkflowImplementationTypes(SelfTest.class);
    worker.registerActivitiesImplementations(new PassActivity(test));
    workers.start();
    return workers;
  }

  private Turns turns(SimpleMeterRegistry metrics) {
    return Turns.start(temporal.client(), "quorate", DAILY, Clock.systemUTC(), metrics);
  }

  private static double missed(SimpleMeterRegistry metrics, Stage stage) {
    return metrics.get("quorate.selftest.missed").tag("stage", stage.words()).gauge().value();
  }

  @Test
  void temporalSaysHowLongItKeepsARun() {
    assertThat(temporal.retention()).isEqualTo(Duration.ofHours(24));
  }

  private boolean isUnderWay() {
    return temporal
            .client()
            .listExecutions("WorkflowId = \"operation/_selftest\" AND Phase IS NOT NULL")
            .count()
        == 1;
  }

  /** The last self-test, once it has ended. */
  private Optional<WorkflowExecutionDescription> ended() {
    try {
      return Optional.of(
              temporal.client().newUntypedWorkflowStub(SelfTestNames.WORKFLOW_ID).describe())
          .filter(run -> run.getCloseTime() != null);
    } catch (WorkflowNotFoundException soon) {
      return Optional.empty();
    }
  }

  private String endedRun() {
    return ended().orElseThrow().getExecution().getRunId();
  }

  /** Lists and metrics of the fleet, as people and Prometheus read them. */
  private static String lists(int port) throws IOException, InterruptedException {
    StringBuilder all = new StringBuilder();
    try (HttpClient http = HttpClient.newHttpClient()) {
      for (String path :
          List.of(
              "api/clusters",
              "api/operations",
              "api/incidents",
              "api/waiting",
              "api/watch",
              "metrics")) {
        URI url = URI.create("http://127.0.0.1:" + port + "/" + path);
        var answer = http.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
        answer
            .body()
            .lines()
            .filter(line -> !line.startsWith("temporal_"))
            .forEach(line -> all.append(line).append('\n'));
      }
    }
    return all.toString();
  }

  private static double seconds(String metrics, String name) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow();
  }

  private String text() throws IOException {
    StringBuilder clusters = new StringBuilder();
    for (int number = 1; number <= 3; number++) {
      clusters.append(
          """
            cluster-%s:
              platform: hosts
              watch: off
              memberDefaults: {host: local, service: {systemd: "%s.service"}, dataDirectory: /none/d%s, environmentFile: /none/e%s, binary: /none/b}
              members:
                etcd-0: {peerUrl: "http://127.0.0.1:%s", clientUrl: "http://127.0.0.1:%s"}
          """
              .formatted(number, number, number, number, 2 * number, 2 * number - 1));
    }
    return """
    temporal: {target: "%s"}
    gateway: {listen: "127.0.0.1:%s"}
    snapshots: {directory: %s}
    selfTest: {every: 24h}
    clusters:
    %s\
    """
        .formatted(server.target(), gateway.number(), folder.path().resolve("snapshots"), clusters);
  }

  /** Channel that takes no message, as Slack without a token. */
  private static final class ClosedChannel implements NotificationChannel {
    @Override
    public Map<String, String> show(OperationState state, Showing showing) {
      throw new Failure.Transient("the channel takes nothing");
    }

    @Override
    public Map<String, String> show(IncidentState state, Showing showing) {
      throw new Failure.Transient("the channel takes nothing");
    }

    @Override
    public void summarise(List<Arrival> clusters, Lease lease) {
      throw new Failure.Transient("the channel takes nothing");
    }

    @Override
    public void remind(List<Waiting> matters, Lease lease) {
      throw new Failure.Transient("the channel takes nothing");
    }

    @Override
    public void announce(OpenCause cause, Lease lease) {
      throw new Failure.Transient("the channel takes nothing");
    }

    @Override
    public void announce(SaidSilence silence, Lease lease) {
      throw new AssertionError("there is no silence here");
    }
  }
}
