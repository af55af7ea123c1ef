package io.quorate.playground;

import io.quorate.lab.fleet.FleetAddress;
import io.quorate.lab.fleet.FleetProcess;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Clusters of three fake members in zones of a thousand clusters each, and real clusters among
 * them. One in a thousand fake members hangs, two in a thousand questions get a reset, and answers
 * take up to 200 ms.
 */
final class HourFleet implements AutoCloseable {
  /** The number of the members that a lost zone had. */
  private static final int LOST = 1;

  private static final String KEY = "fleet-";

  /** Zones that stay, of ten. */
  private static final int STAYING = 8;

  private static final int HUNG_PER_MILLE = 1;
  private static final int RESET_PER_MILLE = 2;
  private static final List<String> ZONES = List.of("a", "b", "c");

  private final int clusters;
  private final int zone;

  /** A process for the clusters that stay, and one for each of the two zones that go. */
  private final List<FleetProcess> processes = new ArrayList<>();

  HourFleet(int clusters) throws IOException {
    this.clusters = clusters;
    this.zone = clusters / 10;
    for (int process = 0; process < 4; process++) {
      processes.add(new FleetProcess(HUNG_PER_MILLE, RESET_PER_MILLE, 1, Optional.empty()));
    }
  }

  /** Number of clusters that have a member in one zone. */
  int zone() {
    return zone;
  }

  /** The members of a zone hang from now on. */
  void loseZone(int number) {
    processes.get(2 + number).loseMember(LOST);
  }

  String zoneName(int number) {
    return "r" + (STAYING + number) + ZONES.get(LOST);
  }

  boolean isOfALostZone(String cluster) {
    return cluster.startsWith(KEY)
        && Integer.parseInt(cluster.substring(KEY.length())) / zone >= STAYING;
  }

  /** Clusters of the zones that stay, of which a member hangs from the start. */
  Set<String> troubled() {
    Set<String> troubled = new TreeSet<>();
    for (int cluster = 0; cluster / zone < STAYING; cluster++) {
      for (int member = 0; member < ZONES.size(); member++) {
        if (processes.getFirst().hangs(new FleetAddress(cluster, member))) {
          troubled.add(KEY + cluster);
        }
      }
    }
    return troubled;
  }

  long questions() {
    return processes.stream().mapToLong(FleetProcess::questions).sum();
  }

  long pages() {
    return processes.stream().mapToLong(FleetProcess::pages).sum();
  }

  long tooMany() {
    return processes.stream().mapToLong(FleetProcess::tooMany).sum();
  }

  /** Writes the clusters, of which some are real. */
  void write(Path file, List<EtcdCluster> real) throws IOException {
    StringBuilder text = new StringBuilder("clusters:\n");
    for (int number = 0; number < real.size(); number++) {
      text.append(real(number, real.get(number)));
    }
    for (int cluster = 0; cluster < clusters; cluster++) {
      text.append(fake(cluster));
    }
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private String fake(int cluster) {
    int region = cluster / zone;
    FleetProcess process = processes.get(region < STAYING ? cluster % 2 : 2 + region - STAYING);
    StringBuilder text =
        new StringBuilder(
            """
              fleet-%s:
                platform: hosts
                alerts: {job: fleet-%s}
                memberDefaults:
                  dataDirectory: /var/lib/etcd/{name}
                  environmentFile: /etc/etcd/{name}.env
                  binary: /opt/etcd/etcd
                  service: {process: {pidFile: /run/etcd/{name}.pid, logFile: /var/log/{name}.log}}
                members:
            """
                .formatted(cluster, cluster));
    for (int member = 0; member < ZONES.size(); member++) {
      String host = new FleetAddress(cluster, member).host();
      text.append(
          """
                etcd-%s: {zone: r%s%s, host: {ssh: {address: %s, user: etcd}},
                          peerUrl: "http://%s:2380", clientUrl: "http://%s:%s",
                          metricsUrl: "http://%s:%s"}
          """
              .formatted(
                  member,
                  region,
                  ZONES.get(member),
                  host,
                  host,
                  host,
                  process.port(),
                  host,
                  process.metricsPort()));
    }
    return text.toString();
  }

  private static String real(int number, EtcdCluster cluster) {
    StringBuilder text =
        new StringBuilder("  real-%s:\n    platform: hosts\n    members:\n".formatted(number));
    for (EtcdMember member : cluster.members()) {
      text.append(
          """
                %s: {host: local, peerUrl: "%s", clientUrl: "%s", dataDirectory: %s,
                     environmentFile: %s, binary: %s,
                     service: {process: {pidFile: %s, logFile: %s}}}
          """
              .formatted(
                  member.name(),
                  member.peerUrl(),
                  member.clientUrl(),
                  member.dataDirectory(),
                  member.files().environmentFile(),
                  member.files().folder().resolve("etcd"),
                  member.files().pidFile(),
                  member.files().logFile()));
    }
    return text.toString();
  }

  @Override
  public void close() {
    processes.forEach(FleetProcess::close);
  }
}
