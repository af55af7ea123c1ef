package io.quorate.worker;

import com.slack.api.Slack;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.quorate.client.OperationExecution;
import io.quorate.client.Outcome;
import io.quorate.client.QuorateClient;
import io.quorate.cluster.ClusterKey;
import io.quorate.command.Roles;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.GatewaySettings;
import io.quorate.configuration.GatewaySettings.GatewayTransport;
import io.quorate.configuration.SelfTestSettings;
import io.quorate.configuration.SlackSettings;
import io.quorate.gateway.FreshLook;
import io.quorate.gateway.GatewayMetrics;
import io.quorate.gateway.LoginLinks;
import io.quorate.gateway.People;
import io.quorate.gateway.Steering;
import io.quorate.gateway.http.Check;
import io.quorate.gateway.http.Gateway;
import io.quorate.gateway.http.MetricsListener;
import io.quorate.gateway.http.TemporalChecks;
import io.quorate.gateway.slack.ClickDecisions;
import io.quorate.gateway.slack.MembersOnly;
import io.quorate.gateway.slack.SlackClicks;
import io.quorate.port.ClusterPorts;
import io.quorate.port.NotificationChannel;
import io.quorate.slack.SlackClient;
import io.quorate.slack.SlackPeople;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.worker.background.BackgroundScheduler;
import io.quorate.worker.background.BackupAges;
import io.quorate.worker.background.DailyComparison;
import io.quorate.worker.background.HoldLeftovers;
import io.quorate.worker.background.OperationSchedules;
import io.quorate.worker.selftest.PassActivity;
import io.quorate.worker.selftest.Turns;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Worker and gateway in one process, or one of them. The gateway listens at once; the worker waits
 * for Temporal, and says so.
 */
public final class Serving implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Serving.class);

  /**
   * How often a wait for Temporal is logged: often enough that nobody takes the wait for a hang.
   */
  private static final Duration SAY_EVERY = Duration.ofSeconds(20);

  /** A step under way when its operation was terminated has ended by then. */
  private static final Duration LONG_ENDED = Duration.ofMinutes(1);

  /** Configuration at the start, for all that does not change while the process runs. */
  private final Configuration configuration;

  private final CurrentConfiguration current;
  private final Clock clock = Clock.systemUTC();
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final TemporalConnection temporal;
  private final Clusters clusters;
  private final QuorateClient client;
  private volatile Optional<WorkerProcess> worker = Optional.empty();
  private volatile Optional<SlackClicks> clicks = Optional.empty();
  private final List<AutoCloseable> open = new ArrayList<>();

  /**
   * Creates a process that runs nothing yet.
   *
   * @param decorated decoration of the ports of every cluster; the identity except in the
   *     playground
   */
  public Serving(Configuration configuration, UnaryOperator<ClusterPorts> decorated) {
    this.configuration = configuration;
    this.temporal = new TemporalConnection(configuration.temporal(), Optional.of(registry));
    this.current = new CurrentConfiguration(configuration, this::busy);
    this.client = WorkerProcess.client(current, temporal, clock);
    this.clusters = new Clusters(current, clock, decorated);
    current.onChange(clusters::forget);
    current.start();
    Gauge.builder(
            "quorate.configuration.wrong.files", current, known -> known.get().leftOut().size())
        .register(registry);
  }

  /** Reads the files of clusters again. */
  void reread() {
    LOG.info("Told by SIGHUP to read the files of clusters again");
    current.reread();
  }

  /** Which of these clusters may have an operation under way. */
  private Set<ClusterKey> busy(Set<ClusterKey> some) {
    return client.directory().current(List.copyOf(some)).entrySet().stream()
        .filter(one -> mayBeUnderWay(one.getValue()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Starts the gateway, which listens when this returns. */
  public Gateway gateway(Optional<String> temporalPage) {
    List<Check> checks = checks();
    configuration.slack().ifPresent(any -> checks.add(slackCheck()));
    People people =
        new People(configuration.approval()::approvers, clock, new GatewayMetrics(registry));
    FreshLook looks = new ClusterLooks(clusters, clock)::look;
    GatewaySettings settings = configuration.gateway();
    LoginLinks links = new LoginLinks(settings.publicUrl(), settings.tokens().isPresent(), clock);
    Gateway gateway =
        Gateway.start(
            new Gateway.Parts(
                current,
                client,
                people,
                new PatientAssessor(clusters, clock, configuration.approval().policy()),
                looks,
                links,
                registry,
                checks,
                temporalPage,
                clock,
                tls(),
                clusters.place().reports()));
    open.add(gateway);
    configuration
        .slack()
        .ifPresent(
            slack ->
                clicks =
                    Optional.of(
                        connect(
                            slack,
                            new ClickDecisions(
                                client,
                                people,
                                new Steering(configuration.approval()),
                                looks,
                                links))));
    return gateway;
  }

  /** Returns the checks that every process has. */
  private List<Check> checks() {
    return new ArrayList<>(
        List.of(
            TemporalChecks.answers(temporal.client()),
            TemporalChecks.searchAttributes(
                temporal.client(), TemporalConnection.SEARCH_ATTRIBUTES),
            Check.worker(this::polls),
            new Check("snapshots", false, clusters::snapshotTrouble)));
  }

  /** Serves metrics and health of a worker that has no gateway, where the configuration says. */
  Optional<MetricsListener> metrics() {
    Optional<MetricsListener> listener =
        configuration
            .metrics()
            .listen()
            .map(listen -> MetricsListener.start(listen, client.calls(), checks(), registry));
    listener.ifPresent(open::add);
    return listener;
  }

  /** Returns the TLS context of a gateway with its own certificate. */
  private Optional<SSLContext> tls() {
    return configuration.gateway().transport() instanceof GatewayTransport.OwnTls files
        ? Optional.of(RenewedCertificate.tls(files))
        : Optional.empty();
  }

  /** Whether a worker polls: the worker of this process or, where there is none, any other. */
  private boolean polls() {
    return worker.map(WorkerProcess::polling).orElseGet(temporal::anyWorkerPolls);
  }

  private SlackClicks connect(SlackSettings settings, SlackClicks.Decisions decisions) {
    Slack slack = SlackClient.of(settings.apiUrl().map(URI::toString).orElse(SlackClient.API));
    String botToken = settings.botToken().read();
    SlackPeople people = new SlackPeople(slack, botToken, clock);
    SlackClicks connection =
        new SlackClicks(
            slack,
            settings.appToken().read(),
            botToken,
            new MembersOnly(decisions, people::trouble));
    open.add(connection);
    return connection.start();
  }

  private Check slackCheck() {
    return new Check(
        "slack",
        false,
        () ->
            clicks
                .map(SlackClicks::trouble)
                .orElse(Optional.of("not connected yet"))
                .map(why -> "No connection to Slack, clicks do not arrive: " + why + "."));
  }

  /**
   * Waits for Temporal, registers missing search attributes, and polls. An interrupt ends the wait.
   */
  public void work() throws InterruptedException {
    temporal.awaitAnswer(SAY_EVERY);
    temporal.registerSearchAttributes();
    FleetWatching watching = new FleetWatching(current, temporal, clusters, client, clock);
    open.add(watching);
    PassActivity selfTest =
        new PassActivity(
            new SelfTestRun(
                    configuration, temporal.client(), SelfTestRun.USUAL, UnaryOperator.identity())
                ::pass);
    worker =
        Optional.of(
            WorkerProcess.start(current, temporal, clusters, watching.holder(), selfTest, clock));
    configuration.selfTest().ifPresent(this::test);
    watching.start(registry);
    BackgroundScheduler background = new BackgroundScheduler(configuration.clusters().keySet());
    open.add(background);
    BackupAges ages =
        new BackupAges(
            registry,
            configuration.metrics().ofEveryCluster(),
            this::policy,
            clusters.place().store(),
            key -> clusters.place().records().read(key).record(),
            clock);
    background.start(ages.task());
    background.start(
        new HoldLeftovers(
                clusters::platform,
                (cluster, operation) ->
                    client
                        .directory()
                        .isOver(cluster, operation, clock.instant().minus(LONG_ENDED)),
                temporal.installation(),
                System::nanoTime)
            .task());
    background.start(
        new DailyComparison(
                clusters::undecorated,
                cluster ->
                    background.isClosed() || mayBeUnderWay(client.directory().current(cluster)),
                clock)
            .task());
    OperationSchedules schedules = new OperationSchedules(temporal.client(), current);
    schedules.apply();
    background.start(schedules.task());
    current.onChange(
        changed -> {
          watching.know(changed);
          background.know(current.get().clusters().keySet());
          ages.forget(current.get().gone(changed));
          // Temporal takes its time for each schedule, and nobody waits for them.
          Thread.startVirtualThread(() -> schedules.apply(changed));
        });
  }

  private void test(SelfTestSettings settings) {
    settings.trouble(temporal.retention()).ifPresent(LOG::warn);
    open.add(
        Turns.start(
            temporal.client(), configuration.temporal().taskQueue(), settings, clock, registry));
  }

  /** Polls for clusters that are not of the fleet: without a watch, and without schedules. */
  void workAlone(NotificationChannel channel) {
    worker = Optional.of(WorkerProcess.alone(current, temporal, clusters, channel, clock));
  }

  private BackupPolicy policy(ClusterKey cluster) {
    return current
        .get()
        .cluster(cluster)
        .map(settings -> settings.backup().policy())
        .orElse(BackupPolicy.NONE);
  }

  /** Whether an operation runs; where Temporal does not say it, one may. */
  private static boolean mayBeUnderWay(Outcome<OperationExecution> current) {
    return switch (current) {
      case Outcome.Done<OperationExecution> done -> done.value().running();
      case Outcome.Missed<OperationExecution> missed -> missed.reason() != Outcome.Reason.UNKNOWN;
    };
  }

  /** Runs in these roles until the process is told to end. */
  int until(Roles roles, CountDownLatch told) throws InterruptedException {
    if (roles != Roles.WORKER) {
      Gateway gateway = gateway(configuration.temporal().workflowsPage());
      LOG.info("The gateway's port is {}", gateway.port());
    } else if (metrics().isEmpty()) {
      LOG.info("The worker serves no metrics: metrics.listen is not set");
    }
    // Now and not later: a worker waits for Temporal without a limit.
    ReadyNotice.send(System.getenv());
    if (roles != Roles.GATEWAY) {
      work();
    }
    told.await();
    return 0;
  }

  @Override
  public void close() {
    current.close();
    worker.ifPresent(WorkerProcess::close);
    for (AutoCloseable part : open.reversed()) {
      try {
        part.close();
      } catch (Exception failed) {
        LOG.warn("{} did not close", part.getClass().getSimpleName(), failed);
      }
    }
    client.close();
    clusters.close();
    temporal.close();
  }
}
