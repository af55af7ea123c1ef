package io.quorate.worker;

import io.quorate.configuration.Configuration;
import io.quorate.configuration.SelfTestConfiguration;
import io.quorate.etcd.PlayedCluster;
import io.quorate.observation.Polling;
import io.quorate.port.ClusterPorts;
import io.quorate.port.NotificationChannel;
import io.quorate.token.Token;
import io.quorate.token.Tokens;
import io.quorate.worker.selftest.Course;
import io.quorate.worker.selftest.Course.Missed;
import io.quorate.worker.selftest.Door;
import io.quorate.worker.selftest.KeptMessages;
import io.quorate.worker.selftest.Leftovers;
import io.quorate.worker.selftest.Way;
import io.temporal.client.WorkflowClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Run of the self-test: a second gateway and worker, wired as those of the installation, serve a
 * cluster that this process plays. Workflows run in the installation's Temporal, on a task queue of
 * the self-test.
 *
 * @param temporal the installation's client
 * @param limit of each stage
 * @param channel decoration of the channel to people; the identity except in tests
 */
record SelfTestRun(
    Configuration installation,
    WorkflowClient temporal,
    Duration limit,
    UnaryOperator<NotificationChannel> channel) {
  private static final Logger LOG = LoggerFactory.getLogger(SelfTestRun.class);

  /** Limit of a stage of an installation: a look at a busy machine takes some seconds. */
  static final Duration USUAL = Duration.ofMinutes(2);

  /**
   * Goes the whole way; returns the first stage that was not reached. Throws what kept it from a
   * start, or called it off.
   */
  Optional<Missed> pass(Polling polling) {
    leftovers().end();
    Optional<Path> folder = Optional.empty();
    try (PlayedCluster etcd = new PlayedCluster()) {
      folder = Optional.of(Files.createTempDirectory("quorate-selftest"));
      Optional<Missed> missed = pass(etcd, new SelfTestConfiguration(folder.get()), polling);
      // A rest throws where another attempt goes the way: what runs is that attempt's then.
      polling.rest().accept(polling.between());
      leftovers().end();
      return missed;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    } finally {
      folder.ifPresent(SelfTestRun::delete);
    }
  }

  private Optional<Missed> pass(PlayedCluster etcd, SelfTestConfiguration settings, Polling polling)
      throws IOException {
    Token approver = Token.create();
    Token sender = Token.create();
    settings.tokens().add(new Tokens.Entry(approver.hash(), SelfTestConfiguration.APPROVER));
    Files.writeString(settings.alertToken(), sender.text());
    KeptMessages messages = new KeptMessages();
    try (Serving quorate =
        new Serving(
            settings.of(installation, etcd.clientUrls(), etcd.peerUrls()),
            ports -> played(ports, new PlayedHosts(etcd)))) {
      quorate.workAlone(channel.apply(messages));
      try (Door door = new Door(quorate.gateway(Optional.empty()).port(), approver, sender)) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        return new Course(limit, polling).through(new Way(door, messages, now).parts());
      }
    }
  }

  private static ClusterPorts played(ClusterPorts ports, PlayedHosts hosts) {
    return new ClusterPorts(
        ports.cluster(),
        ports.places(),
        ports.membership(),
        ports.maintenance(),
        ports.storage(),
        ports.downgrade(),
        ports.canary(),
        hosts,
        ports.snapshots(),
        ports.comparisons(),
        ports.lookAgain(),
        ports.records(),
        ports.backups(),
        ports.compared());
  }

  private Leftovers leftovers() {
    return new Leftovers(
        temporal, SelfTestConfiguration.temporal(installation.temporal()).taskQueue());
  }

  private static void delete(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> files = all.sorted(Comparator.reverseOrder()).toList();
      for (Path file : files) {
        Files.delete(file);
      }
    } catch (IOException kept) {
      LOG.warn("{} of the self-test was not removed: {}", folder, kept.toString());
    }
  }
}
