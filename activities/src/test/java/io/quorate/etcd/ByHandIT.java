package io.quorate.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Revision;
import io.quorate.lab.machine.Command;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotStore;
import io.quorate.port.SnapshotStore.Origin;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.snapshots.SnapshotPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Somebody who has nothing but the page docs/by-hand.md, the snapshots and etcd's tools: the
 * commands of the page are run as they stand there, all of them, in their order.
 */
class ByHandIT {
  private static final Path PAGE = Path.of("../docs/by-hand.md");
  private static final Pattern BLOCK =
      Pattern.compile("<!-- by hand: ([a-z ]+) -->\n```sh\n(.*?)```", Pattern.DOTALL);
  private static final ClusterKey TESTED = new ClusterKey("tested");
  private static final int KEYS = 20;
  private static final long RAISED = 1_000_000_000;

  @TempDir Path folder;

  private final Set<String> run = new HashSet<>();

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void theCommandsOfThePageBringBackAClusterOfThreeFromItsSnapshot(ToolFolder tool)
      throws Exception {
    boolean old = tool.tool().minor().equals("3.4");
    try (TestedCluster cluster = TestedCluster.started(tool)) {
      cluster.put(KEYS);
      SavedSnapshot saved = saved(cluster);
      SnapshotContent content = store().read(saved);
      EtcdMember first = cluster.voter(0);
      assertThat(on(first, cluster, "quorum")).contains("quorum answers");

      cluster.voter(1).stop();
      cluster.voter(2).stop();
      assertThat(on(first, cluster, "quorum")).contains("no quorum through etcd-0");
      on(first, cluster, "look");
      fence(cluster);

      assertThat(on(first, cluster, "snapshot")).contains(saved.file());
      assertThat(on(first, cluster, "checksum").lines()).containsOnly(saved.sha256()).hasSize(2);
      on(first, cluster, "token");
      on(first, cluster, old ? "restore with etcdctl" : "restore with etcdutl");
      assertThat(on(first, cluster, "alone"))
          .contains("\"Count\" : " + KEYS)
          .contains("\"Revision\" : " + (content.revision().value() + (old ? 0 : RAISED)))
          .doesNotContain(decimal(saved))
          .containsOnlyOnce("started, etcd-0");

      on(first, cluster, "settings");
      first.start();
      first.awaitServing(TestedCluster.LIMIT);
      for (EtcdMember next : List.of(cluster.voter(1), cluster.voter(2))) {
        on(next, cluster, "add");
        next.start();
        on(next, cluster, "promote");
      }
      assertThat(hashes(on(first, cluster, "verify"))).hasSize(1);
      assertThat(on(first, cluster, "quorum")).contains("quorum answers");
    }
    assertThat(run)
        .as("every block of the page but the restore of other minors")
        .containsExactlyInAnyOrderElementsOf(
            blocks().keySet().stream()
                .filter(
                    Predicate.not(
                        old ? "restore with etcdutl"::equals : "restore with etcdctl"::equals))
                .toList());
  }

  /** Nobody's data is set aside while it runs, and everybody's is once nobody runs. */
  private void fence(TestedCluster cluster) throws Exception {
    EtcdMember first = cluster.voter(0);
    Command.Finished refused = finished(first, cluster, "fence");
    assertThat(refused.succeeded()).isFalse();
    assertThat(refused.output()).contains("STOP: an etcd runs on " + first.dataDirectory());
    assertThat(first.dataDirectory()).isDirectoryContaining("glob:**/member");

    first.stop();
    for (EtcdMember member : cluster.voters()) {
      on(member, cluster, "fence");
      assertThat(member.dataDirectory()).doesNotExist();
      assertThat(member.files().folder()).isDirectoryContaining("glob:**/data.aside-*");
    }
  }

  private static String decimal(SavedSnapshot saved) {
    return Long.toUnsignedString(saved.clusterId().value());
  }

  private static Set<String> hashes(String output) {
    return output
        .lines()
        .filter(line -> line.matches("http\\S+, \\d+.*"))
        .map(line -> line.split(", ")[1])
        .collect(Collectors.toSet());
  }

  private SavedSnapshot saved(TestedCluster cluster) {
    MemberName source = cluster.names().getFirst();
    MemberStatus status = cluster.maintenance().status(source);
    SavedSnapshot saved =
        store()
            .save(
                new Origin(
                    TESTED, status.clusterId(), source, status.version(), new Revision(1), 1),
                sink -> cluster.storage().snapshot(source, sink));
    store().describe(saved, store().read(saved));
    return saved;
  }

  private SnapshotStore store() {
    return SnapshotPlace.in(folder, Clock.systemUTC()).store();
  }

  /** Runs a block of the page on the host of a member, and requires that it succeeds. */
  private String on(EtcdMember host, TestedCluster cluster, String block)
      throws IOException, InterruptedException {
    Command.Finished done = finished(host, cluster, block);
    assertThat(done.succeeded()).as("%s: %s", block, done.output()).isTrue();
    return done.output();
  }

  private Command.Finished finished(EtcdMember host, TestedCluster cluster, String block)
      throws IOException, InterruptedException {
    run.add(block);
    EtcdMember spare = cluster.voter(1);
    String commands =
        blocks()
            .get(block)
            .replace("23790", String.valueOf(spare.clientUrl().getPort()))
            .replace("23800", String.valueOf(spare.peerUrl().getPort()));
    Path exported = folder.resolve("exported");
    String script =
        "set -euo pipefail\n[ ! -f %s ] || . %s\n%s\n%s\nexport -p > %s\n"
            .formatted(exported, exported, settings(host, cluster), commands, exported);
    return Command.of("bash", "-c", script).in(folder).run(Duration.ofSeconds(90));
  }

  /** Variables that the page has everybody write into the shell before they begin. */
  private String settings(EtcdMember host, TestedCluster cluster) {
    return Map.of(
                "ETCDCTL", cluster.tool().program("etcdctl"),
                "ETCDUTL", cluster.tool().program("etcd").resolveSibling("etcdutl"),
                "ETCD", cluster.tool().program("etcd"),
                "CLUSTER", TESTED,
                "NAME", host.name(),
                "PEER_URL", host.peerUrl(),
                "CLIENT_URL", host.clientUrl(),
                "DATA", host.dataDirectory(),
                "ENV_FILE", host.files().environmentFile(),
                "SNAPSHOTS", folder)
            .entrySet()
            .stream()
            .map(entry -> "export %s='%s'".formatted(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining("\n", "export ETCDCTL_API=3\n", ""))
        + "\nexport FIRST_URL='"
        + cluster.voter(0).clientUrl()
        + "'";
  }

  private static Map<String, String> blocks() throws IOException {
    return BLOCK
        .matcher(Files.readString(PAGE))
        .results()
        .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
  }
}
