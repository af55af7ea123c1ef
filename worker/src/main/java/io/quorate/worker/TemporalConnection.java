package io.quorate.worker;

import com.uber.m3.tally.RootScopeBuilder;
import com.uber.m3.tally.Scope;
import com.uber.m3.tally.ScopeCloseException;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.micrometer.core.instrument.MeterRegistry;
import io.quorate.configuration.SecretFile;
import io.quorate.configuration.TemporalSettings;
import io.quorate.configuration.TlsFiles;
import io.quorate.history.HistoryMapper;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.enums.v1.TaskQueueType;
import io.temporal.api.operatorservice.v1.AddSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.ListSearchAttributesRequest;
import io.temporal.api.taskqueue.v1.PollerInfo;
import io.temporal.api.taskqueue.v1.TaskQueue;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.api.workflowservice.v1.DescribeNamespaceResponse;
import io.temporal.api.workflowservice.v1.DescribeTaskQueueRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.reporter.MicrometerClientStatsReporter;
import io.temporal.serviceclient.OperatorServiceStubs;
import io.temporal.serviceclient.OperatorServiceStubsOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connection to Temporal. It opens lazily, so that a process starts while Temporal is away. */
public final class TemporalConnection implements AutoCloseable {
  /** Search attributes of operations. */
  public static final List<String> SEARCH_ATTRIBUTES =
      List.of("EtcdCluster", "Runbook", "Phase", "WaitingOn");

  private static final Logger LOG = LoggerFactory.getLogger(TemporalConnection.class);
  private static final com.uber.m3.util.Duration REPORT_EVERY =
      com.uber.m3.util.Duration.ofSeconds(5);
  private static final Duration CALL = Duration.ofSeconds(5);

  /**
   * How recent a poll has to be: a poll lasts up to a minute, so an older poll is from a worker
   * that is gone.
   */
  private static final Duration RECENT = Duration.ofSeconds(75);

  private static final UUID PROCESS = UUID.randomUUID();

  private final TemporalSettings settings;

  /** Scope of the SDK's metrics; the close ends the thread of the reports. */
  private final Optional<Scope> reports;

  private final WorkflowServiceStubs stubs;
  private final WorkflowClient client;

  /** Creates a connection without metrics. */
  public TemporalConnection(TemporalSettings settings) {
    this(settings, Optional.empty());
  }

  /**
   * Creates a connection whose calls, polls and tasks the SDK reports as metrics {@code
   * temporal_*}. The end of the connection closes the registry.
   */
  TemporalConnection(TemporalSettings settings, Optional<MeterRegistry> metrics) {
    this.settings = settings;
    WorkflowServiceStubsOptions.Builder options =
        WorkflowServiceStubsOptions.newBuilder()
            .setTarget(settings.target().toString())
            .setGrpcClientInterceptors(List.of(new TerminatedRuns()))
            .setRpcTimeout(CALL);
    this.reports =
        metrics.map(
            registry ->
                new RootScopeBuilder()
                    .reporter(new MicrometerClientStatsReporter(registry))
                    .reportEvery(REPORT_EVERY));
    reports.ifPresent(options::setMetricsScope);
    settings.apiKey().map(SecretFile::read).ifPresent(key -> options.addApiKey(() -> key));
    settings.tls().ifPresent(files -> secure(options, files));
    this.stubs = WorkflowServiceStubs.newServiceStubs(options.build());
    this.client =
        WorkflowClient.newInstance(
            stubs,
            WorkflowClientOptions.newBuilder()
                .setNamespace(settings.namespace())
                .setDataConverter(HistoryMapper.dataConverter())
                .setIdentity("quorate")
                .build());
  }

  public WorkflowClient client() {
    return client;
  }

  /** Throws {@link StatusRuntimeException} unless Temporal answers for the namespace. */
  public void requireAnswer() {
    installation();
  }

  /**
   * Returns the id of the namespace, which no other Temporal has: it tells two installations of
   * Quorate apart. Throws {@link StatusRuntimeException} unless Temporal answers.
   */
  String installation() {
    return namespace().getNamespaceInfo().getId();
  }

  /**
   * Returns how long the namespace keeps a run after its end. Throws {@link StatusRuntimeException}
   * unless Temporal answers.
   */
  Duration retention() {
    return Duration.ofSeconds(
        namespace().getConfig().getWorkflowExecutionRetentionTtl().getSeconds());
  }

  private DescribeNamespaceResponse namespace() {
    return stubs
        .blockingStub()
        .withDeadlineAfter(CALL.toMillis(), TimeUnit.MILLISECONDS)
        .describeNamespace(
            DescribeNamespaceRequest.newBuilder().setNamespace(settings.namespace()).build());
  }

  /** Returns in one line why Temporal does not answer. */
  static String reason(StatusRuntimeException away) {
    Status status = away.getStatus();
    String said = Objects.requireNonNullElse(status.getDescription(), "no description");
    // Netty's name for a connection that could not be made; the cause tells why.
    String why =
        said.equals("io exception") && status.getCause() != null
            ? String.valueOf(status.getCause().getMessage())
            : said;
    return status.getCode() + ": " + why.lines().findFirst().orElse("");
  }

  /**
   * Waits until Temporal answers. An interrupt ends the wait.
   *
   * @param sayEvery how often it is logged that Temporal does not answer; at once for the first
   *     time
   */
  void awaitAnswer(Duration sayEvery) throws InterruptedException {
    long begun = System.nanoTime();
    Duration sayAt = Duration.ZERO;
    while (true) {
      try {
        requireAnswer();
        if (!sayAt.isZero()) {
          LOG.info("Temporal answers at {}", settings.target());
        }
        return;
      } catch (StatusRuntimeException away) {
        Duration waited = Duration.ofNanos(System.nanoTime() - begun);
        if (waited.compareTo(sayAt) >= 0) {
          LOG.warn(
              "Temporal does not answer at {} ({}); waiting for it, {} s by now",
              settings.target(),
              reason(away),
              waited.toSeconds());
          sayAt = waited.plus(sayEvery);
        }
        Thread.sleep(1000);
      }
    }
  }

  /** Registers missing search attributes; existing ones stay as they are. */
  void registerSearchAttributes() {
    OperatorServiceStubs operator =
        OperatorServiceStubs.newServiceStubs(
            OperatorServiceStubsOptions.newBuilder()
                .setChannel(stubs.getRawChannel())
                .validateAndBuildWithDefaults());
    Map<String, IndexedValueType> missing = new HashMap<>();
    SEARCH_ATTRIBUTES.forEach(
        name -> missing.put(name, IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
    operator
        .blockingStub()
        .listSearchAttributes(
            ListSearchAttributesRequest.newBuilder().setNamespace(settings.namespace()).build())
        .getCustomAttributesMap()
        .keySet()
        .forEach(missing::remove);
    if (!missing.isEmpty()) {
      operator
          .blockingStub()
          .addSearchAttributes(
              AddSearchAttributesRequest.newBuilder()
                  .setNamespace(settings.namespace())
                  .putAllSearchAttributes(missing)
                  .build());
      LOG.info("registered the search attributes {}", missing.keySet());
    }
  }

  private static void secure(WorkflowServiceStubsOptions.Builder options, TlsFiles files) {
    try {
      SslContextBuilder tls = GrpcSslContexts.forClient();
      files.ca().ifPresent(ca -> tls.trustManager(ca.toFile()));
      files.own().ifPresent(own -> tls.keyManager(own.certificate().toFile(), own.key().toFile()));
      options.setSslContext(tls.build());
    } catch (SSLException | IllegalArgumentException unusable) {
      throw new IllegalArgumentException(
          "temporal.tls: the files cannot be used: " + unusable.getMessage(), unusable);
    }
  }

  /** The name of this process among the workers, which Temporal shows with each poll. */
  static String workerIdentity() {
    return "quorate-" + PROCESS;
  }

  /** Whether any worker of this installation polls; for a process that has none itself. */
  boolean anyWorkerPolls() {
    return workers() > 0;
  }

  /**
   * Returns how many workers of this installation poll or did until a minute ago. Throws {@link
   * StatusRuntimeException} unless Temporal answers.
   */
  int workers() {
    Instant recent = Instant.now().minus(RECENT);
    return (int)
        stubs
            .blockingStub()
            .withDeadlineAfter(CALL.toMillis(), TimeUnit.MILLISECONDS)
            .describeTaskQueue(
                DescribeTaskQueueRequest.newBuilder()
                    .setNamespace(settings.namespace())
                    .setTaskQueue(TaskQueue.newBuilder().setName(settings.taskQueue()))
                    .setTaskQueueType(TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW)
                    .build())
            .getPollersList()
            .stream()
            .filter(
                poller ->
                    recent.isBefore(Instant.ofEpochSecond(poller.getLastAccessTime().getSeconds())))
            .map(PollerInfo::getIdentity)
            .distinct()
            .count();
  }

  @Override
  public void close() {
    stubs.shutdownNow();
    stubs.awaitTermination(2, TimeUnit.SECONDS);
    reports.ifPresent(TemporalConnection::close);
  }

  private static void close(Scope reports) {
    try {
      reports.close();
    } catch (ScopeCloseException unclosed) {
      LOG.warn("The metrics of Temporal's SDK did not close", unclosed);
    }
  }
}
