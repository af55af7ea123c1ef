package io.quorate.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.quorate.approval.ApprovalPolicy;
import io.quorate.client.QuorateClient;
import io.quorate.client.TestTemporal;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.command.Drawn;
import io.quorate.configuration.ApprovalSettings;
import io.quorate.configuration.Approvers;
import io.quorate.configuration.Approvers.Approver;
import io.quorate.configuration.Approvers.SlackUser;
import io.quorate.configuration.BackupSettings;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.Configuration.Canary;
import io.quorate.configuration.GatewaySettings;
import io.quorate.configuration.GatewaySettings.GatewayTransport;
import io.quorate.configuration.HostPort;
import io.quorate.configuration.MemberSettings;
import io.quorate.configuration.MetricsSettings;
import io.quorate.configuration.OnHost;
import io.quorate.configuration.OnHost.HostSettings;
import io.quorate.configuration.OnHost.ServiceSettings;
import io.quorate.configuration.SecretFile;
import io.quorate.configuration.SnapshotSettings.SnapshotDirectory;
import io.quorate.configuration.TemporalSettings;
import io.quorate.gateway.GatewayMetrics;
import io.quorate.gateway.LoginLinks;
import io.quorate.gateway.People;
import io.quorate.gateway.Steering;
import io.quorate.gateway.slack.ClickDecisions;
import io.quorate.gateway.slack.SlackClicks;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.NotifierNames;
import io.quorate.operation.NotifierProgress;
import io.quorate.operation.NotifierSubject;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationRequest;
import io.quorate.places.PlaceLimits;
import io.quorate.plan.Prescription;
import io.quorate.runbook.RunbookReason;
import io.quorate.token.TokensFile;
import io.quorate.workflow.Notifier;
import io.quorate.workflow.NotifierActivities;
import io.temporal.activity.Activity;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** A gateway over real HTTP, in front of Temporal's in-process server. */
final class RunningGateway implements AutoCloseable {
  static final ClusterKey PAYMENTS = new ClusterKey("payments");
  static final ClusterKey ORDERS = new ClusterKey("orders");
  static final String QUEUE = TestTemporal.QUEUE;
  private static final ObjectMapper JSON = new ObjectMapper();

  final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  final WorkflowClient client;
  final RememberedReports reports = new RememberedReports();
  private final Optional<TestWorkflowEnvironment> temporal;
  private final QuorateClient operations;
  private final Configuration configuration;
  private final People people;
  private final LoginLinks links;
  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
  private final Gateway gateway;
  private final HttpClient http = HttpClient.newHttpClient();

  private RunningGateway(
      Optional<TestWorkflowEnvironment> temporal,
      WorkflowClient client,
      Assessor assessor,
      GatewaySettings settings) {
    this(temporal, client, assessor, configuration(settings, two()));
  }

  private RunningGateway(
      Optional<TestWorkflowEnvironment> temporal,
      WorkflowClient client,
      Assessor assessor,
      Configuration configured) {
    GatewaySettings settings = configured.gateway();
    this.temporal = temporal;
    this.client = client;
    this.configuration = configured;
    this.operations =
        QuorateClient.of(
            client, QUEUE, List.copyOf(configuration.clusters().keySet()), InstantSource.system());
    this.people =
        new People(
            configuration.approval()::approvers,
            InstantSource.system(),
            new GatewayMetrics(registry));
    this.links = new LoginLinks(settings.publicUrl(), settings.tokens().isPresent(), clock());
    this.gateway =
        Gateway.start(
            new Gateway.Parts(
                () -> configuration,
                operations,
                people,
                assessor,
                (cluster, before) -> Drawn.ONE_LOST.at(Instant.now(), before),
                links,
                registry,
                List.of(
                    TemporalChecks.answers(client),
                    Check.worker(() -> temporal.isPresent()),
                    new Check("slack", false, () -> Optional.of("Slack cannot be reached."))),
                Optional.of("http://127.0.0.1:8233/namespaces/default/workflows"),
                clock(),
                Optional.empty(),
                reports));
  }

  /** The machine's clock, moved on by the test. */
  private InstantSource clock() {
    return () -> Instant.now().plus(Objects.requireNonNull(ahead.get()));
  }

  /** Moves the gateway's clock on. */
  void later(Duration by) {
    ahead.updateAndGet(before -> before.plus(by));
  }

  static RunningGateway start() {
    return start(
        (cluster, runbook, options) ->
            new Prescription.NotYet(
                RunbookReason.NOT_SETTLED.because("etcd-1 has been silent for 4 s only"),
                Instant.EPOCH));
  }

  static RunningGateway start(Assessor assessor) {
    return start(assessor, settings(Optional.empty()), true);
  }

  static RunningGateway withToken(Path file) {
    return start(nobodyLooks(), settings(Optional.of(new SecretFile(file))), true);
  }

  /** At which people log in, behind a proxy that is asked by another name. */
  static RunningGateway withLogins(Path tokens, Path alertToken) {
    GatewaySettings settings =
        new GatewaySettings(
            new HostPort("127.0.0.1", 0),
            Optional.of(new SecretFile(alertToken)),
            Optional.of(new TokensFile(tokens)),
            new GatewayTransport.BehindProxy(),
            Optional.of(URI.create("https://quorate.example.net")));
    return start(
        (cluster, runbook, options) ->
            new Prescription.NotYet(RunbookReason.NOT_SETTLED.because("wait"), Instant.EPOCH),
        settings,
        true);
  }

  private static GatewaySettings settings(Optional<SecretFile> alertToken) {
    return new GatewaySettings(
        new HostPort("127.0.0.1", 0),
        alertToken,
        Optional.empty(),
        new GatewayTransport.Clear(),
        Optional.empty());
  }

  static RunningGateway withoutWorker() {
    return withoutWorker(
        (cluster, runbook, options) ->
            new Prescription.NotYet(RunbookReason.NOT_SETTLED.because("wait"), Instant.EPOCH));
  }

  static RunningGateway withoutWorker(Assessor assessor) {
    return start(assessor, settings(Optional.empty()), false);
  }

  /** In front of a Temporal that is not there. */
  static RunningGateway withoutTemporal() {
    WorkflowServiceStubs stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget("127.0.0.1:1").build());
    return new RunningGateway(
        Optional.empty(),
        WorkflowClient.newInstance(stubs),
        nobodyLooks(),
        settings(Optional.empty()));
  }

  /** In front of a Temporal that somebody else runs, with its worker. */
  static RunningGateway over(WorkflowClient client) {
    return over(client, settings(Optional.empty()));
  }

  /** In front of a Temporal that somebody else runs, for these clusters. */
  static RunningGateway over(WorkflowClient client, List<ClusterKey> fleet) {
    Map<ClusterKey, ClusterSettings> clusters = new TreeMap<>();
    fleet.forEach(key -> clusters.put(key, cluster(key, Map.of("job", key.value()))));
    return new RunningGateway(
        Optional.empty(),
        client,
        nobodyLooks(),
        configuration(settings(Optional.empty()), clusters));
  }

  /** In front of a Temporal that somebody else runs; people log in with these tokens. */
  static RunningGateway over(WorkflowClient client, Path tokens, Path alertToken) {
    return over(
        client,
        new GatewaySettings(
            new HostPort("127.0.0.1", 0),
            Optional.of(new SecretFile(alertToken)),
            Optional.of(new TokensFile(tokens)),
            new GatewayTransport.BehindProxy(),
            Optional.of(URI.create("https://quorate.example.net"))));
  }

  private static RunningGateway over(WorkflowClient client, GatewaySettings settings) {
    return new RunningGateway(
        Optional.empty(),
        client,
        (cluster, runbook, options) ->
            new Prescription.NotYet(RunbookReason.NOT_SETTLED.because("wait"), Instant.EPOCH),
        settings);
  }

  private static Assessor nobodyLooks() {
    return (cluster, runbook, options) ->
        new Prescription.NothingToDo(RunbookReason.CLUSTER_WHOLE.because("every voter is healthy"));
  }

  private static RunningGateway start(Assessor assessor, GatewaySettings settings, boolean worker) {
    TestWorkflowEnvironment temporal = TestTemporal.begun();
    if (worker) {
      work(temporal, ScriptedOperation.Execution.class, ScriptedIncident.class, Notifier.class);
    }
    return new RunningGateway(
        Optional.of(temporal), temporal.getWorkflowClient(), assessor, settings);
  }

  /** Starts a worker. */
  void work(Class<?>... workflows) {
    work(temporal.orElseThrow(), workflows);
  }

  private static void work(TestWorkflowEnvironment temporal, Class<?>... workflows) {
    Worker polling = temporal.newWorker(QUEUE);
    polling.registerWorkflowImplementationTypes(workflows);
    polling.registerActivitiesImplementations(
        (NotifierActivities) RunningGateway::failToTell, new TestTemporal.LongLooks());
    temporal.start();
  }

  /** The worker is gone; what it would answer is not answered. */
  void endWorker() {
    temporal.orElseThrow().getWorkerFactory().shutdownNow();
    temporal.orElseThrow().getWorkerFactory().awaitTermination(10, TimeUnit.SECONDS);
  }

  /** Ends the gateway and leaves Temporal as it is. */
  void endGateway() {
    gateway.close();
    operations.close();
  }

  private static void failToTell(Opaque subject) {
    Activity.getExecutionContext()
        .heartbeat(NotifierProgress.NONE.failed("Slack answers 503.", Instant.now()));
    throw TestTemporal.later("Slack answers 503.");
  }

  /** Starts the notifier of this operation; its channel is away. */
  void notifier(ClusterKey cluster, String operation) {
    client
        .newUntypedWorkflowStub(
            NotifierNames.TYPE,
            WorkflowOptions.newBuilder()
                .setTaskQueue(QUEUE)
                .setWorkflowId(NotifierNames.workflowId(operation))
                .build())
        .start(
            new NotifierSubject(
                NotifierSubject.Kind.OPERATION,
                cluster,
                operation,
                OperationRequest.workflowId(cluster),
                "unused"));
  }

  /** Opens an incident of this cluster, without an alert. */
  void incident(ClusterKey cluster) {
    incident(client, cluster);
  }

  static void incident(WorkflowClient client, ClusterKey cluster) {
    client
        .newUntypedWorkflowStub(
            IncidentNames.TYPE,
            WorkflowOptions.newBuilder()
                .setTaskQueue(QUEUE)
                .setWorkflowId(IncidentNames.workflowId(cluster))
                .build())
        .start(cluster, null);
  }

  /** Starts an operation on the cluster payments, without the gateway. */
  WorkflowStub running(String runbook, String requestedBy) {
    return TestTemporal.running(client, PAYMENTS, runbook, requestedBy);
  }

  private static Map<ClusterKey, ClusterSettings> two() {
    return Map.of(
        PAYMENTS, cluster(PAYMENTS, Map.of("job", "payments-etcd")),
        ORDERS, cluster(ORDERS, Map.of("job", "orders-etcd", "env", "prod")));
  }

  private static Configuration configuration(
      GatewaySettings gateway, Map<ClusterKey, ClusterSettings> clusters) {
    Approvers approvers =
        new Approvers(
            List.of(
                new Approver(
                    "dana",
                    Optional.of(new SlackUser("T1", "U1")),
                    Set.of("d.smith"),
                    Set.of("oncall")),
                new Approver("robin", Optional.empty(), Set.of(), Set.of("oncall"))));
    return new Configuration(
        Path.of("quorate.yml"),
        new TemporalSettings(
            new HostPort("127.0.0.1", 7233),
            "default",
            QUEUE,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()),
        gateway,
        new SnapshotDirectory(Path.of("snapshots")),
        Optional.empty(),
        new ApprovalSettings(approvers, ApprovalPolicy.DEFAULT.among(approvers.electorate())),
        List.of(),
        new TreeMap<>(clusters),
        Duration.ofSeconds(60),
        Canary.STANDARD,
        Optional.empty(),
        Optional.empty(),
        new MetricsSettings(Optional.empty(), false),
        PlaceLimits.STANDARD,
        List.of(),
        new TreeMap<>(),
        Optional.empty());
  }

  private static ClusterSettings cluster(ClusterKey key, Map<String, String> alerts) {
    MemberName name = new MemberName("etcd-1");
    MemberSettings member =
        new MemberSettings(
            name,
            Optional.empty(),
            new FailureDomain("a"),
            Optional.empty(),
            URI.create("http://127.0.0.1:2380"),
            URI.create("http://127.0.0.1:2379"),
            Optional.empty(),
            new OnHost(
                new HostSettings.Local(),
                Path.of("data"),
                Path.of("env"),
                Path.of("etcd"),
                new ServiceSettings.Process(Path.of("pid"), Path.of("log")),
                Optional.empty()),
            Optional.empty());
    return new ClusterSettings(
        key,
        Optional.empty(),
        alerts,
        new TreeMap<>(Map.of(name, member)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        BackupSettings.NONE);
  }

  /** A status and a body. */
  record Reply(int status, String text) {
    JsonNode json() {
      try {
        return JSON.readTree(text);
      } catch (IOException e) {
        throw new IllegalStateException("not JSON: " + text, e);
      }
    }
  }

  Gateway gateway() {
    return gateway;
  }

  SlackClicks.Decisions clicks() {
    return new ClickDecisions(
        operations,
        people,
        new Steering(configuration.approval()),
        (cluster, before) -> Drawn.ONE_LOST.at(Instant.now(), before),
        links);
  }

  Reply get(String path) {
    return send(request(path).GET());
  }

  Reply post(String path, String body) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  Reply post(String path, byte[] body) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
  }

  /** Sends a request and returns the answer with its headers. */
  HttpResponse<String> answer(HttpRequest.Builder request) {
    try {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException("no answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + path))
        .timeout(Duration.ofSeconds(20));
  }

  Reply send(HttpRequest.Builder request) {
    HttpResponse<String> answer = answer(request);
    return new Reply(answer.statusCode(), answer.body());
  }

  /** Sends bytes as they are and reads the status out of the first line of the answer. */
  int raw(byte[] request) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", gateway.port())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request);
      socket.shutdownOutput();
      byte[] start = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
      String line = new String(start, StandardCharsets.ISO_8859_1);
      return line.length() < 12 ? 0 : Integer.parseInt(line.substring(9, 12));
    }
  }

  @Override
  public void close() {
    gateway.close();
    operations.close();
    temporal.ifPresent(TestWorkflowEnvironment::close);
  }
}
