package io.quorate.playground;

import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import io.quorate.lab.load.KeepingClient;
import io.quorate.lab.load.WritingClient;
import io.quorate.lab.machine.ReservedPort;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.servers.S3Server;
import io.quorate.lab.servers.TemporalServer;
import io.quorate.lab.slack.SlackEmulator;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.killing.WorkerKeeper;
import io.quorate.playground.killing.WorkerProgram;
import io.quorate.playground.telling.Narrator;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * All processes and servers of a playground: etcd, Temporal, Slack, the gateway, the worker and a
 * client.
 */
final class Stage implements AutoCloseable {
  /** The key of the cluster. */
  static final String CLUSTER = "playground";

  /** The job label of the cluster's alerts. */
  static final String JOB = "playground-etcd";

  private static final Duration SERVERS = Duration.ofSeconds(60);
  private static final Duration WORKER = Duration.ofSeconds(90);

  private final StageFolder folder;
  private final Narrator narrator;
  private final EtcdCluster etcd;
  private final TemporalServer temporal;
  private final SlackEmulator slack;
  private final Optional<S3Server> s3;
  private final ReservedPort gatewayPort;
  private final String alertToken = UUID.randomUUID().toString();
  private final Deque<AutoCloseable> open;
  private Optional<WorkerKeeper> worker = Optional.empty();

  /**
   * The servers that are to be started.
   *
   * @param etcd the release that members start with, followed by those they may be moved to
   * @param size number of members that are started
   * @param spare number of members that are configured and not started
   * @param next which URLs the next place of {@link Migrate#MEMBER} has, if it can move
   * @param disks where the data of the members is
   * @param watched whether the watch of Quorate may open incidents, without an alert
   * @param s3 the server in which snapshots are kept; empty: they are kept in a directory
   */
  record Cast(
      List<ToolFolder> etcd,
      ToolFolder temporal,
      int size,
      int spare,
      EtcdSettings settings,
      Optional<EtcdCluster.Urls> next,
      Disks disks,
      boolean watched,
      Optional<ToolFolder> s3) {
    Cast {
      etcd = List.copyOf(etcd);
    }

    /** Servers with snapshots in a directory; incidents are opened by alerts alone. */
    Cast(
        List<ToolFolder> etcd,
        ToolFolder temporal,
        int size,
        int spare,
        EtcdSettings settings,
        Optional<EtcdCluster.Urls> next,
        Disks disks) {
      this(etcd, temporal, size, spare, settings, next, disks, false, Optional.empty());
    }

    /** Returns this cast with the snapshots in an S3 server. */
    Cast withSnapshotsIn(ToolFolder versitygw) {
      return new Cast(
          etcd, temporal, size, spare, settings, next, disks, watched, Optional.of(versitygw));
    }

    /** Returns this cast, watched as this scenario needs it. */
    Cast watchedFor(Optional<Scenario> scenario) {
      boolean silent = scenario.filter(Scenario::isSilent).isPresent();
      return new Cast(etcd, temporal, size, spare, settings, next, disks, silent, s3);
    }

    /** Returns what this scenario needs. */
    static Cast of(Scenario scenario, List<ToolFolder> etcd, ToolFolder temporal) {
      return new Cast(
              etcd,
              temporal,
              scenario.size(),
              scenario.spare(),
              scenario.settings(etcd.getFirst().tool().minor()),
              scenario.next(),
              scenario.disks())
          .watchedFor(Optional.of(scenario));
    }

    ToolFolder first() {
      return etcd.getFirst();
    }
  }

  private Stage(StageFolder folder, Narrator narrator, Cast cast, Deque<AutoCloseable> open)
      throws IOException, InterruptedException {
    this.folder = folder;
    this.narrator = narrator;
    this.open = open;
    if (cast.disks() == Disks.MOUNTED) {
      // Before the cluster, so that they are unmounted after its members have ended.
      for (int number = 0; number < cast.size(); number++) {
        closed(Disks.mounted(folder.etcd().resolve("etcd-" + number)));
      }
    }
    this.etcd =
        closed(EtcdCluster.layOut(cast.first(), folder.etcd(), cast.size(), cast.settings()));
    for (int another = 0; another < cast.spare(); another++) {
      etcd.layOutAnother();
    }
    if (cast.next().isPresent()) {
      etcd.layOutNext(Migrate.MEMBER, cast.next().get());
    }
    this.temporal = closed(TemporalServer.layOut(cast.temporal(), folder.temporal()));
    this.slack = closed(SlackEmulator.start(0));
    this.s3 =
        cast.s3().isPresent()
            ? Optional.of(closed(S3Server.layOut(cast.s3().get(), folder.s3())))
            : Optional.empty();
    this.gatewayPort = closed(ReservedPort.take());
  }

  /**
   * Starts everything and returns when all of it serves. When one part fails, those already started
   * are ended.
   */
  static Stage open(
      StageFolder folder, Narrator narrator, Cast cast, Product product, Set<KillPoint> kills)
      throws IOException, InterruptedException {
    Deque<AutoCloseable> open = new ArrayDeque<>();
    try {
      var stage = new Stage(folder, narrator, cast, open);
      stage.start(cast, product, kills);
      return stage;
    } catch (IOException | InterruptedException | RuntimeException failed) {
      close(open, narrator);
      throw failed;
    }
  }

  private <T extends AutoCloseable> T closed(T part) {
    open.push(part);
    return part;
  }

  private void start(Cast cast, Product product, Set<KillPoint> kills)
      throws IOException, InterruptedException {
    if (s3.isPresent()) {
      s3.get().createBucket(StageFolder.BUCKET);
      s3.get().start();
    }
    new ConfigurationText(folder, cast.etcd(), etcd, cast.disks(), cast.watched(), s3)
        .write(temporal, gatewayPort.number(), slack, alertToken);
    Configuration configuration =
        ConfigurationFile.load(Optional.of(folder.configuration()), Environment.here());
    WorkerKeeper keeper =
        closed(
            WorkerKeeper.start(
                new WorkerProgram(product.worker(), folder.configuration(), folder.log("worker")),
                KillPoint.inActivities(kills),
                narrator::tell));
    worker = Optional.of(keeper);
    narrator.tell("starting Temporal " + cast.temporal().tool().version());
    temporal.start(SERVERS);
    narrator.tell("Temporal " + cast.temporal().tool().version() + " serves: " + temporal.page());
    etcd.start(SERVERS);
    etcd.members().stream().filter(EtcdMember::isRunning).forEach(this::introduce);
    closed(product.gateway(configuration, Optional.of(workflows())));
    narrator.tell("gateway and page: " + gateway());
    narrator.tell("Slack, emulated: " + slack.pageUrl());
    keeper.awaitPolling(WORKER);
    slack.awaitConnection(SERVERS);
    narrator.tell("worker polls; log: " + folder.log("worker"));
    narrator.tell("configuration, for other terminals: --config " + folder.configuration());
  }

  private void introduce(EtcdMember member) {
    narrator.tell(
        member.name()
            + " serves: "
            + member.clientUrl()
            + " (pid "
            + member.pid().orElse(0L)
            + ")");
  }

  private String workflows() {
    return temporal.page() + "/namespaces/default/workflows";
  }

  /** Starts a client that writes until it is stopped. */
  WritingClient write() throws IOException {
    return write(WritingClient.PACE);
  }

  /** Starts a client whose writers rest this long after each write. */
  WritingClient write(Duration pace) throws IOException {
    String run = UUID.randomUUID().toString().substring(0, 8);
    return WritingClient.start(
        etcd.members().stream().filter(EtcdMember::isRunning).map(EtcdMember::clientUrl).toList(),
        folder.file("writes-" + run + ".txt"),
        run,
        pace);
  }

  /** Starts a client that keeps a watch, a lease and a lock. */
  KeepingClient keep() throws IOException, InterruptedException {
    return KeepingClient.start(
        etcd.members().stream().filter(EtcdMember::isRunning).map(EtcdMember::clientUrl).toList(),
        UUID.randomUUID().toString().substring(0, 8));
  }

  EtcdCluster etcd() {
    return etcd;
  }

  TemporalServer temporal() {
    return temporal;
  }

  SlackEmulator slack() {
    return slack;
  }

  WorkerKeeper worker() {
    return worker.orElseThrow();
  }

  StageFolder folder() {
    return folder;
  }

  URI gateway() {
    return URI.create("http://127.0.0.1:" + gatewayPort.number() + "/");
  }

  Alertmanager alertmanager() {
    return new Alertmanager(gateway().resolve("/alerts/alertmanager"), alertToken);
  }

  /** Ends everything, in the reverse order of the start. */
  @Override
  public void close() {
    close(open, narrator);
  }

  private static void close(Deque<AutoCloseable> open, Narrator narrator) {
    while (!open.isEmpty()) {
      AutoCloseable part = open.pop();
      try {
        part.close();
      } catch (Exception failed) {
        narrator.tell(part.getClass().getSimpleName() + " did not end: " + failed.getMessage());
      }
    }
  }
}
