package io.quorate.worker;

import com.slack.api.Slack;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.quorate.command.Roles;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.SlackSettings;
import io.quorate.gateway.Check;
import io.quorate.gateway.Gateway;
import io.quorate.gateway.SlackClicks;
import io.quorate.gateway.TemporalChecks;
import io.quorate.port.ClusterPorts;
import io.quorate.slack.SlackClient;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Worker and gateway in one process, or one of them. The gateway listens at once; the worker waits
 * for Temporal, and says so.
 */
public final class Serving implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Serving.class);

  private final Configuration configuration;
  private final Clock clock = Clock.systemUTC();
  private final TemporalConnection temporal;
  private final Clusters clusters;
  private volatile Optional<WorkerProcess> worker = Optional.empty();
  private volatile Optional<SlackClicks> clicks = Optional.empty();
  private final List<AutoCloseable> open = new ArrayList<>();

  /**
   * Nothing runs yet.
   *
   * @param decorated something around the ports of every cluster; the identity but in the
   *     playground
   */
  public Serving(Configuration configuration, UnaryOperator<ClusterPorts> decorated) {
    this.configuration = configuration;
    this.temporal = new TemporalConnection(configuration.temporal());
    this.clusters = new Clusters(configuration, clock, decorated);
  }

  /** Starts the gateway; it listens when this returns. */
  public Gateway gateway(Optional<String> temporalPage) {
    List<Check> checks = new ArrayList<>();
    checks.add(TemporalChecks.answers(temporal.client()));
    checks.add(
        TemporalChecks.searchAttributes(temporal.client(), TemporalConnection.SEARCH_ATTRIBUTES));
    checks.add(Check.worker(this::polls));
    checks.add(new Check("snapshots", false, clusters::snapshotTrouble));
    configuration.slack().ifPresent(any -> checks.add(slackCheck()));
    Gateway gateway =
        Gateway.start(
            new Gateway.Parts(
                configuration,
                temporal.client(),
                new PatientAssessor(clusters, clock, configuration.approval().policy()),
                new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
                checks,
                temporalPage,
                clock));
    open.add(gateway);
    configuration.slack().ifPresent(settings -> clicks = Optional.of(connect(settings, gateway)));
    return gateway;
  }

  /** Our own worker, or where this process has none, any other. */
  private boolean polls() {
    return worker.map(WorkerProcess::polling).orElseGet(temporal::anyWorkerPolls);
  }

  private SlackClicks connect(SlackSettings settings, Gateway gateway) {
    Slack slack = SlackClient.of(settings.apiUrl().map(URI::toString).orElse(SlackClient.API));
    SlackClicks connection =
        new SlackClicks(
            slack, settings.appToken().read(), settings.botToken().read(), gateway.clicks());
    open.add(connection);
    return connection.start();
  }

  private Check slackCheck() {
    return new Check(
        "slack",
        false,
        () ->
            clicks.filter(SlackClicks::connected).isPresent()
                ? Optional.empty()
                : Optional.of("No connection to Slack: clicks do not arrive."));
  }

  /** Waits for Temporal, registers what is missing there, and polls. An interrupt ends the wait. */
  public void work() throws InterruptedException {
    temporal.awaitAnswer();
    temporal.registerSearchAttributes();
    worker = Optional.of(WorkerProcess.start(configuration, temporal, clusters, clock));
  }

  /** Runs in these roles until the process is told to end. */
  int until(Roles roles, CountDownLatch told) throws InterruptedException {
    if (roles != Roles.WORKER) {
      Gateway gateway = gateway(Optional.empty());
      LOG.info("The gateway's port is {}", gateway.port());
    }
    if (roles != Roles.GATEWAY) {
      work();
    }
    told.await();
    return 0;
  }

  @Override
  public void close() {
    worker.ifPresent(WorkerProcess::close);
    for (AutoCloseable part : open) {
      try {
        part.close();
      } catch (Exception failed) {
        LOG.warn("{} did not close", part.getClass().getSimpleName(), failed);
      }
    }
    clusters.close();
    temporal.close();
  }
}
