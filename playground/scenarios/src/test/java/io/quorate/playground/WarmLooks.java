package io.quorate.playground;

import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import io.quorate.observation.Observer;
import io.quorate.record.ObservationMemory;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.worker.Clusters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks at a cluster again and again in one process, as a worker does, and prints {@code look
 * MILLISECONDS} each time and {@code heap BYTES} of all its connections. All machines and members
 * are reached by ways that need a given time.
 */
final class WarmLooks {
  private static final int SSH = 22;
  private static final int CLIENTS = 2379;

  private WarmLooks() {}

  /**
   * Looks and prints.
   *
   * @param arguments the configuration that {@code quorate init} wrote, its known hosts, the
   *     microseconds of a way there, how many looks, and the addresses of all machines
   */
  public static void main(String... arguments) throws Exception {
    Path configuration = Path.of(arguments[0]);
    long way = Long.parseLong(arguments[2]) * 1000;
    List<String> addresses = List.of(arguments).subList(4, arguments.length);
    List<DelayingLink> links = new ArrayList<>();
    String text = Files.readString(configuration);
    StringBuilder known = new StringBuilder();
    for (String address : addresses) {
      var ssh = new DelayingLink(address, SSH, way);
      var clients = new DelayingLink(address, CLIENTS, way);
      links.addAll(List.of(ssh, clients));
      text =
          text.replace(
                  "address: \"%s\"".formatted(address),
                  "address: \"127.0.0.1\", port: %d".formatted(ssh.port()))
              .replace(
                  "http://%s:%d".formatted(address, CLIENTS),
                  "http://127.0.0.1:%d".formatted(clients.port()));
      known.append(known(Path.of(arguments[1]), address, ssh.port()));
    }
    Path knownHosts = configuration.resolveSibling("known-on-the-way");
    Files.writeString(knownHosts, known);
    text = text.replace(arguments[1], knownHosts.toString());
    look(configuration, text, Integer.parseInt(arguments[3]));
    for (DelayingLink link : links) {
      link.close();
    }
  }

  private static String known(Path file, String address, int port) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith(address + " ")) {
        lines.append("[127.0.0.1]:%d%s%n".formatted(port, line.substring(address.length())));
      }
    }
    return lines.toString();
  }

  private static void look(Path file, String text, int looks) {
    var configuration = ConfigurationFile.read(file, text, Environment.here());
    ClusterKey cluster = configuration.clusters().keySet().iterator().next();
    Clock clock = Clock.systemUTC();
    try (Clusters clusters = new Clusters(configuration, clock)) {
      long before = used();
      for (int look = 0; look < looks; look++) {
        long begun = System.nanoTime();
        var view = new Observer(clusters.ports(cluster), clock).look(ObservationMemory.NONE);
        System.out.printf("look %d%n", (System.nanoTime() - begun) / 1_000_000);
        if (!view.voters().stream().allMatch(voter -> isWhole(view, voter))) {
          throw new IllegalStateException("not all vote and were looked at: " + view);
        }
      }
      System.out.printf("heap %d%n", used() - before);
    }
  }

  /** A host that is not reached is quick to look at. */
  private static boolean isWhole(ClusterView view, Member voter) {
    return view.isVoting(voter) && voter.workload().runs();
  }

  private static long used() {
    System.gc();
    Runtime heap = Runtime.getRuntime();
    return heap.totalMemory() - heap.freeMemory();
  }
}
