package io.quorate.playground;

import io.quorate.lab.fleet.FleetAddress;
import io.quorate.lab.fleet.FleetProcess;
import io.quorate.lab.machine.Await;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Clusters of three fake members beside the cluster of a playground, in the zones a, b and c. Of
 * the first eight the member in zone b has a process here, which is stopped, so that a restart of
 * it is proposed. The hosts of the others do not answer: forty hosts that are one machine would
 * look at all of its processes forty times.
 */
final class FakeClusters implements AutoCloseable {
  /** Clusters for whose loss there is a runbook. */
  static final int HUNG = 8;

  /** Number of the members in zone b. */
  private static final int LOST = 1;

  private static final List<String> ZONES = List.of("a", "b", "c");

  /** Changed files of clusters are read within 30 s, and each member is asked every 30 s. */
  private static final Duration WATCHED = Duration.ofMinutes(3);

  /**
   * Questions for each member in a look, the look at its host, and two passes: nothing is concluded
   * of the first pass.
   */
  private static final int PASSES = 6;

  private final FleetProcess members;
  private final int number;
  private final List<Process> stopped = new ArrayList<>();

  private FakeClusters(FleetProcess members, int number) {
    this.members = members;
    this.number = number;
  }

  /**
   * Starts the members, and adds the clusters to the configuration that is in use.
   *
   * @param stage the folder of the configuration
   */
  static FakeClusters start(Path stage, int number) throws IOException {
    FakeClusters fakes = new FakeClusters(new FleetProcess(0, 0, 1, Optional.empty()), number);
    StringBuilder text = new StringBuilder("clusters:\n");
    for (int cluster = 0; cluster < number; cluster++) {
      Path folder = Files.createDirectories(stage.resolve("fakes").resolve("fake-" + cluster));
      text.append(fakes.cluster(cluster, folder));
      if (cluster < HUNG) {
        fakes.startStopped(folder);
      }
    }
    Path files = Files.createDirectories(stage.resolve("clusters.d"));
    Files.writeString(files.resolve("fakes.yml"), text);
    return fakes;
  }

  private String cluster(int cluster, Path folder) {
    StringBuilder text =
        new StringBuilder(
            """
              fake-%s:
                platform: hosts
                alerts: {job: fake-%s}
                memberDefaults:
                  dataDirectory: %s/{name}
                  environmentFile: %s/{name}.env
                  binary: %s/etcd
                  service: {process: {pidFile: %s/{name}.pid, logFile: %s/{name}.log}}
                members:
            """
                .formatted(cluster, cluster, folder, folder, folder, folder, folder));
    for (int member = 0; member < ZONES.size(); member++) {
      String address = new FleetAddress(cluster, member).host();
      String host = cluster < HUNG ? "local" : "{ssh: {address: " + address + ", user: etcd}}";
      text.append(
          """
                etcd-%s: {zone: %s, host: %s,
                          peerUrl: "http://%s:2380", clientUrl: "http://%s:%s"}
          """
              .formatted(member, ZONES.get(member), host, address, address, members.port()));
    }
    return text.toString();
  }

  /** Starts what Quorate takes as the member's process, and stops it by a signal. */
  private void startStopped(Path folder) throws IOException {
    String name = "etcd-" + LOST;
    ProcessBuilder builder =
        new ProcessBuilder(
                "sh", "-c", "echo $$ > \"$0\"; kill -s STOP $$", folder + "/" + name + ".pid")
            .redirectInput(new File("/dev/null"));
    builder.environment().put("ETCD_NAME", name);
    builder.environment().put("ETCD_DATA_DIR", folder.resolve(name).toString());
    stopped.add(builder.start());
  }

  /** Waits until the watch has passed over all members twice. */
  void awaitWatched() throws InterruptedException {
    long all = (long) ZONES.size() * number;
    Await.until("the watch to ask all fake members", WATCHED, () -> members.members() == all);
    long before = members.questions();
    Await.until(
        "two passes of the watch over all fake members",
        WATCHED,
        () -> members.questions() - before >= PASSES * all);
  }

  void loseZone() {
    members.loseMember(LOST);
  }

  @Override
  public void close() {
    stopped.forEach(Process::destroyForcibly);
    members.close();
  }
}
