package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.port.JoinSettings;
import io.quorate.workload.Installation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real member that is moved from one etcd to another. */
class RealInstallationsIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final MemberName NAME = new MemberName("etcd-0");

  private ToolFolder older;
  private ToolFolder newer;
  private EtcdCluster cluster;
  private EtcdMember member;
  private HostWorkloads workloads;
  private HostInstallations installations;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    older = ToolsForTests.etcd("3.5");
    newer = ToolsForTests.etcd("3.6");
    cluster = EtcdCluster.layOut(older, folder.toRealPath(), 1, EtcdSettings.plain());
    cluster.start(LIMIT);
    member = cluster.member(NAME.value());
    var hosts = Hosts.of(List.of(StartAndWait.host(member.name(), member.files().folder())));
    workloads = new HostWorkloads(hosts, Clock.systemUTC());
    installations = new HostInstallations(hosts, List.of(release(older), release(newer)));
  }

  @AfterEach
  void end() throws IOException {
    cluster.close();
  }

  @Test
  void aMemberIsMovedToTheNextMinorWithItsData() throws Exception {
    assertThat(cluster.etcdctl("put", "a", "kept").succeeded()).isTrue();
    Installation before = installations.look(NAME);
    assertThat(before.binary()).contains(version(older));
    assertThat(before.releases()).allMatch(release -> release.problem().isEmpty());
    assertThat(before.settings()).containsEntry("ETCD_NAME", "etcd-0");

    workloads.stop(NAME, RealEtcdIT.permit());
    installations.switchTo(NAME, version(newer), before.settings(), RealEtcdIT.permit());
    assertThat(installations.look(NAME).binary()).contains(version(newer));
    workloads.start(NAME, settings(new TreeMap<>()), RealEtcdIT.permit());
    member.awaitServing(LIMIT);

    assertThat(cluster.etcdctl("get", "a").output()).contains("kept");
    assertThat(cluster.etcdctl("endpoint", "status", "--write-out=json").output())
        .contains(newer.tool().version());
  }

  /** What 3.7 needs of a 3.6 that was a 3.5 not long ago (docs/etcd.md#v2-requests). */
  @Test
  void aShortSnapshotCountTakesARaftSnapshotAndStaysOutOfTheSettings() throws Exception {
    assertThat(installations.look(NAME).raftSnapshotIndex()).isEmpty();
    workloads.stop(NAME, RealEtcdIT.permit());
    workloads.start(
        NAME, settings(new TreeMap<>(Map.of("ETCD_SNAPSHOT_COUNT", "100"))), RealEtcdIT.permit());
    member.awaitServing(LIMIT);
    for (int write = 0; write < 110; write++) {
      assertThat(cluster.etcdctl("put", "a", "" + write).succeeded()).isTrue();
    }
    Await.until("a raft snapshot", LIMIT, () -> index().filter(at -> at > 100).isPresent());
    assertThat(installations.look(NAME).settings()).doesNotContainKey("ETCD_SNAPSHOT_COUNT");
  }

  private Optional<Long> index() {
    return installations.look(NAME).raftSnapshotIndex();
  }

  private JoinSettings settings(SortedMap<String, String> thisRun) {
    return new JoinSettings(Map.of(member.name(), List.of(member.peerUrl().toString())), thisRun);
  }

  private static ReleaseDirectory release(ToolFolder tool) {
    return new ReleaseDirectory(version(tool), tool.folder().toString());
  }

  private static EtcdVersion version(ToolFolder tool) {
    return EtcdVersion.parse(tool.tool().version());
  }
}
