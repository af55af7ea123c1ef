package io.quorate.worker;

import io.quorate.lab.fleet.FleetAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Configuration of clusters that a fake fleet plays. */
final class FleetConfiguration {
  private static final String CLUSTER =
      """
        fleet-%s:
          platform: hosts
          alerts: {job: fleet-%s}
          %s
          memberDefaults:
            dataDirectory: /var/lib/etcd/{name}
            environmentFile: /etc/etcd/{name}.env
            binary: /opt/etcd/etcd
            service: {process: {pidFile: /run/etcd/{name}.pid, logFile: /var/log/etcd/{name}.log}}
          members:
      """;

  private static final String TRUST = "tls: {ca: fleet.crt}";

  private static final String MEMBER =
      """
            etcd-%s: {zone: z%s, host: {ssh: {address: %s, user: etcd}},
                      peerUrl: "%s:2380", clientUrl: "%s:%s", metricsUrl: "%s:%s"}
      """;

  private FleetConfiguration() {}

  /**
   * Members of a fake fleet.
   *
   * @param port of all of them
   * @param metricsPort of all of them, for their pages of metrics
   * @param zones of clusters: that of a cluster is its number modulo the zones
   * @param tls whether they speak TLS, with the certificate {@code fleet.crt}
   */
  record Members(int port, int metricsPort, int zones, boolean tls) {}

  /** Writes the configuration of as many clusters of three into the directory. */
  static Path write(Path directory, int number, Members members) throws IOException {
    StringBuilder clusters = new StringBuilder("clusters:\n");
    for (int cluster = 0; cluster < number; cluster++) {
      clusters.append(CLUSTER.formatted(cluster, cluster, members.tls() ? TRUST : ""));
      for (int member = 0; member < 3; member++) {
        FleetAddress address = new FleetAddress(cluster, member);
        String host = members.tls() ? address.name() : address.host();
        String url = (members.tls() ? "https://" : "http://") + host;
        int zone = cluster % members.zones();
        clusters.append(
            MEMBER.formatted(
                member, zone, host, url, url, members.port(), url, members.metricsPort()));
      }
    }
    Files.createDirectories(directory.resolve("clusters.d"));
    Files.writeString(directory.resolve("clusters.d/fleet.yml"), clusters);
    Path snapshots = Files.createDirectories(directory.resolve("snapshots"));
    return Files.writeString(
        directory.resolve("quorate.yml"), "snapshots: {directory: " + snapshots + "}\n");
  }
}
