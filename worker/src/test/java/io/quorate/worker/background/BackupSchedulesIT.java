package io.quorate.worker.background;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import io.quorate.lab.junit.ServersFolder;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.servers.TemporalServer;
import io.quorate.port.SnapshotStore;
import io.quorate.snapshots.SnapshotPlace;
import io.quorate.worker.Serving;
import io.quorate.worker.TemporalConnection;
import io.temporal.client.schedules.ScheduleClient;
import io.temporal.client.schedules.ScheduleListDescription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Schedules in a real Temporal, as the configuration has them. */
@Timeout(300)
class BackupSchedulesIT {
  private static final ClusterKey MAIN = new ClusterKey("main");
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String EVERY =
      "    backup: {every: 6h, keep: {last: 1, daily: 0, weekly: 0}}\n";

  @RegisterExtension final ServersFolder folder = new ServersFolder();

  private TemporalServer temporal;
  private EtcdCluster etcd;

  @BeforeEach
  void serve() throws IOException, InterruptedException {
    temporal = TemporalServer.layOut(ToolsForTests.temporal(), folder.path().resolve("temporal"));
    temporal.start(LIMIT);
    etcd =
        EtcdCluster.layOut(
            ToolsForTests.etcd("3.6"), folder.path().resolve("etcd"), 1, EtcdSettings.plain());
    etcd.start(LIMIT);
  }

  @AfterEach
  void end() throws IOException {
    if (etcd != null) {
      etcd.close();
    }
    if (temporal != null) {
      temporal.close();
    }
  }

  @Test
  void aScheduleIsAsTheFileSaysAndGoesWithIt() throws Exception {
    apply("quorate", EVERY);
    apply("quorate", EVERY);
    Await.until("the schedule to be listed", LIMIT, () -> ids().equals(List.of("backup/main")));
    schedules().getHandle("backup/main").pause("maintenance");

    apply("quorate", EVERY.replace("6h", "12h"));
    var there = schedules().getHandle("backup/main").describe().getSchedule();
    assertThat(there.getSpec().getIntervals().getFirst().getEvery())
        .isEqualTo(Duration.ofHours(12));
    assertThat(there.getSpec().getIntervals().getFirst().getOffset())
        .isEqualTo(OperationSchedules.offset(MAIN, Duration.ofHours(12)));
    assertThat(there.getPolicy().getCatchupWindow()).isEqualTo(Duration.ofHours(12));
    assertThat(there.getState().isPaused()).as("somebody had a reason").isTrue();
    assertThat(there.getState().getNote()).isEqualTo("maintenance");

    apply("another", "");
    assertThat(ids()).as("it is of another installation").containsExactly("backup/main");
    apply("quorate", "");
    Await.until("the schedule to be gone", LIMIT, () -> ids().isEmpty());
  }

  @Test
  void aScheduleStaysWhileTheFileOfItsClusterIsWrong() throws Exception {
    Path file = Files.createDirectories(folder.path().resolve("clusters.d")).resolve("other.yml");
    String other = cluster("other", "127.0.0.9", EVERY);
    Files.writeString(file, other);
    apply("quorate", EVERY);
    Await.until("both schedules", LIMIT, () -> ids().size() == 2);

    Files.writeString(file, other.replace("platform", "platfrm"));
    apply("quorate", EVERY);
    assertThat(schedules().getHandle("backup/other").describe()).isNotNull();

    Files.delete(file);
    apply("quorate", EVERY);
    Await.until("its schedule to go", LIMIT, () -> ids().equals(List.of("backup/main")));
  }

  private static String cluster(String name, String host, String backup) {
    return """
    clusters:
      %1$s:
        platform: hosts
    %3$s    members:
          etcd-0:
            peerUrl: "http://%2$s:2380"
            clientUrl: "http://%2$s:2379"
            dataDirectory: /var/lib/%1$s
            environmentFile: /etc/%1$s.env
            binary: /opt/%1$s/etcd
            service: {process: {pidFile: /run/%1$s.pid, logFile: /var/log/%1$s.log}}
    """
        .formatted(name, host, backup);
  }

  @Test
  void aScheduleSavesASnapshotAndTheOneBeforeGoes() throws Exception {
    try (Serving worker = new Serving(configuration("quorate", EVERY), UnaryOperator.identity())) {
      worker.work();
      Await.until("the schedule", LIMIT, () -> ids().equals(List.of("backup/main")));
      trigger(1);
      String first = snapshots().list(MAIN).getFirst().file();
      Await.until("the end of the operation", LIMIT, () -> !underWay());
      trigger(2);
      Await.until("the end of the second", LIMIT, () -> !underWay());
      schedules().getHandle("backup/main").trigger();
      Await.until(
          "a third, and the first to go",
          LIMIT,
          () ->
              snapshots().list(MAIN).size() == 2
                  && snapshots().list(MAIN).stream().noneMatch(one -> one.file().equals(first)));
    }
  }

  private void trigger(int expected) throws InterruptedException {
    schedules().getHandle("backup/main").trigger();
    Await.until("a snapshot", LIMIT, () -> snapshots().list(MAIN).size() == expected);
  }

  private boolean underWay() {
    try (TemporalConnection connection = connection()) {
      return connection
          .client()
          .newUntypedWorkflowStub("operation/main")
          .describe()
          .getStatus()
          .name()
          .endsWith("RUNNING");
    }
  }

  private SnapshotStore snapshots() {
    return SnapshotPlace.in(folder.path().resolve("snapshots"), Clock.systemUTC()).store();
  }

  private TemporalConnection connection() {
    try {
      return new TemporalConnection(configuration("quorate", "").temporal());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private ScheduleClient schedules() {
    return ScheduleClient.newInstance(connection().client().getWorkflowServiceStubs());
  }

  private List<String> ids() {
    return schedules().listSchedules().map(ScheduleListDescription::getScheduleId).toList();
  }

  private void apply(String taskQueue, String backup) throws IOException {
    Configuration configuration = configuration(taskQueue, backup);
    try (TemporalConnection connection = new TemporalConnection(configuration.temporal())) {
      new OperationSchedules(connection.client(), () -> configuration).apply();
    }
  }

  private Configuration configuration(String taskQueue, String backup) throws IOException {
    EtcdMember member = etcd.members().getFirst();
    String yaml =
        """
        temporal: {target: "%s", taskQueue: %s}
        snapshots: {directory: snapshots}
        clusters:
          main:
            platform: hosts
        %s    members:
              %s:
                peerUrl: "%s"
                clientUrl: "%s"
                dataDirectory: "%s"
                environmentFile: "%s"
                binary: "%s"
                service: {process: {pidFile: "%s", logFile: "%s"}}
        """
            .formatted(
                temporal.target(),
                taskQueue,
                backup,
                member.name(),
                member.peerUrl(),
                member.clientUrl(),
                member.dataDirectory(),
                member.files().environmentFile(),
                member.files().binary(),
                member.files().pidFile(),
                member.files().logFile());
    Path file = Files.writeString(folder.path().resolve("quorate.yml"), yaml);
    return ConfigurationFile.load(Optional.of(file), Environment.here());
  }
}
