package io.quorate.datadir;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quorate.cluster.Alarm;
import io.quorate.data.DataVerdict;
import io.quorate.datadir.file.LocalDirectory;
import io.quorate.datadir.raft.Identity;
import io.quorate.datadir.raft.MemberRecord;
import io.quorate.datadir.raft.MembershipChange;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files of real members, against what etcd says of itself. */
class RealDirectoriesIT {
  @ParameterizedTest
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void theDataOfAStoppedMemberAgreesWithItsLastStatus(ToolFolder etcd) throws Exception {
    try (var data = RealData.started(etcd, 3, RealData.snapshotsSoon())) {
      data.put(0, 40);
      data.ctl("del", "key-000", "key-010");
      data.ctl("compact", "20");
      data.ctl("put", "after", "the compaction");
      List<JsonNode> statuses = new ArrayList<>();
      for (EtcdMember member : data.cluster().members()) {
        statuses.add(data.status(member));
      }
      assertIsLive(data);
      data.stopAll();
      for (int k = 0; k < 3; k++) {
        assertAgrees(data.read(data.member(k)), statuses.get(k));
      }
    }
  }

  private static void assertIsLive(RealData data) {
    DirectoryReading live = data.read(data.member(0));
    assertThat(live.verdict()).as("%s", live.findings()).isEqualTo(DataVerdict.LIVE);
    assertThat(live.identity()).isPresent();
  }

  private static void assertAgrees(DirectoryReading reading, JsonNode status) {
    JsonNode header = status.get("header");
    assertThat(reading.verdict()).as("%s", reading.findings()).isEqualTo(DataVerdict.OK);
    Identity identity = reading.identity().orElseThrow();
    assertThat(identity.member().value()).isEqualTo(id(header, "member_id"));
    assertThat(identity.cluster().value()).isEqualTo(id(header, "cluster_id"));
    DataState state = reading.state().orElseThrow();
    long revision = header.get("revision").asLong();
    assertThat(revision).isBetween(state.lowestRevision(), state.highestRevision());
    assertThat(state.finishedCompaction()).isEqualTo(20);
    assertThat(reading.last().index()).isGreaterThanOrEqualTo(status.get("raftIndex").asLong());
    assertThat(reading.known()).isLessThanOrEqualTo(reading.last().index());
    assertThat(reading.log().orElseThrow().state().term())
        .isGreaterThanOrEqualTo(status.get("raftTerm").asLong());
    assertThat(state.members().stream().map(MemberRecord::name))
        .containsExactlyInAnyOrder("etcd-0", "etcd-1", "etcd-2");
    assertThat(state.raftMembers())
        .containsExactlyInAnyOrderElementsOf(
            state.members().stream().map(MemberRecord::id).toList());
    assertThat(reading.start().index()).isPositive();
  }

  private static long id(JsonNode header, String field) {
    return header.get(field).bigIntegerValue().longValue();
  }

  @ParameterizedTest
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void theRevisionAfterAKillIsInTheRangeThatTheDataTells(ToolFolder etcd) throws Exception {
    try (var data = RealData.started(etcd, 3, RealData.snapshotsSoon())) {
      data.put(0, 30);
      data.killAll();
      long least = 0;
      long most = 0;
      for (EtcdMember member : data.cluster().members()) {
        DirectoryReading reading = data.read(member);
        assertThat(reading.mayStart()).as("%s", reading.findings()).isTrue();
        DataState state = reading.state().orElseThrow();
        least = Math.max(least, state.lowestRevision());
        most = Math.max(most, state.highestRevision() + reading.uncertain().size());
      }
      data.cluster().start(RealData.LIMIT);
      long revision = data.status(data.member(0)).get("header").get("revision").asLong();
      assertThat(revision).isBetween(least, most);
    }
  }

  @ParameterizedTest
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void theDataNamesTheRemovedMemberAndTheAddedLearner(ToolFolder etcd) throws Exception {
    try (var data = RealData.started(etcd, 3, EtcdSettings.plain())) {
      data.put(0, 3);
      EtcdMember leaver = data.member(2);
      String id = Long.toHexString(id(data.status(leaver).get("header"), "member_id"));
      Settled.remove(data, id);
      DirectoryReading left = data.read(leaver);
      DataVerdict stopped = knowsOfRemoval(left) ? DataVerdict.REMOVED : DataVerdict.OK;
      assertThat(left.verdict()).as("%s", left.findings()).isIn(stopped, DataVerdict.LIVE);
      Settled.add(data, "etcd-9", "http://127.0.0.1:1");
      data.stopAll();
      DataState state = data.read(data.member(0)).state().orElseThrow();
      assertThat(state.removed().stream().map(Object::toString)).containsExactly(id);
      assertThat(state.members()).hasSize(3);
      assertThat(state.members().stream().map(MemberRecord::peerUrls))
          .contains(List.of("http://127.0.0.1:1"));
      assertThat(state.members().stream().filter(MemberRecord::learner)).hasSize(1);
    }
  }

  /** Its peers may tell a member that it was removed, which ends it, before it has applied that. */
  private static boolean knowsOfRemoval(DirectoryReading reading) {
    return reading.log().orElseThrow().changes().stream()
        .filter(change -> change.kind() == MembershipChange.Kind.REMOVE)
        .anyMatch(change -> change.at().index() <= reading.known());
  }

  @ParameterizedTest
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void alarmsAndAuthenticationAreRead(ToolFolder etcd) throws Exception {
    var settings = EtcdSettings.plain().with("ETCD_QUOTA_BACKEND_BYTES", "" + 2_000_000);
    try (var data = RealData.started(etcd, 1, settings)) {
      data.ctl("user", "add", "root:secret");
      data.ctl("user", "grant-role", "root", "root");
      fill(data);
      data.ctl("auth", "enable");
      data.killAll();
      DirectoryReading reading = data.read(data.member(0));
      assertThat(reading.verdict()).as("%s", reading.findings()).isEqualTo(DataVerdict.OK);
      DataState state = reading.state().orElseThrow();
      assertThat(state.alarms().stream().map(Alarm::kind)).containsExactly(Alarm.Kind.NOSPACE);
      assertThat(state.authentication()).isTrue();
      assertThat(reading.toString()).doesNotContain("secret");
    }
  }

  private static void fill(RealData data) throws IOException, InterruptedException {
    String value = "x".repeat(100_000);
    for (int key = 0; key < 40; key++) {
      try {
        data.ctl("put", "large-" + key, value);
      } catch (IOException full) {
        assertThat(full.getMessage()).contains("database space exceeded");
        return;
      }
    }
    throw new IOException("40 values of 100 kB fit into 2 MB");
  }

  @ParameterizedTest
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void aRestoredSnapshotAndAForcedClusterAreRecognized(ToolFolder etcd) throws Exception {
    try (var data = RealData.started(etcd, 3, EtcdSettings.plain())) {
      data.put(0, 10);
      String endpoint = data.member(0).clientUrl().toString();
      Path snapshot = data.folder().resolve("snapshot.db");
      assertThat(
              data.member(0)
                  .etcdctl()
                  .run(endpoint, "snapshot", "save", snapshot.toString())
                  .succeeded())
          .isTrue();
      assertRestoreIsRecognized(data, snapshot);
      data.stopAll();
      assertThat(data.read(data.member(1)).traces()).isEmpty();
      assertForcedClusterIsRecognized(data);
    }
  }

  private static void assertRestoreIsRecognized(RealData data, Path snapshot) throws Exception {
    Path restored = data.folder().resolve("restored");
    List<String> words =
        new ArrayList<>(
            List.of(
                data.restorer().toString(),
                "snapshot",
                "restore",
                snapshot.toString(),
                "--data-dir",
                restored.toString()));
    boolean bumps = data.minor() >= 6;
    if (bumps) {
      words.addAll(List.of("--bump-revision", "1000", "--mark-compacted"));
    }
    var finished = data.run(words);
    assertThat(finished.succeeded()).as(finished.output()).isTrue();
    DirectoryReading reading = RealData.read(restored, data.minor());
    assertThat(reading.verdict()).as("%s", reading.findings()).isEqualTo(DataVerdict.OK);
    assertThat(reading.traces()).contains(Trace.RESTORED);
    assertThat(reading.traces().contains(Trace.REVISION_BUMPED)).isEqualTo(bumps);
    assertThat(reading.state().orElseThrow().lowestRevision()).isGreaterThan(bumps ? 1000 : 9);
  }

  private static void assertForcedClusterIsRecognized(RealData data) throws Exception {
    EtcdMember member = data.member(0);
    var environment = member.files().environmentFile();
    Files.writeString(
        environment, Files.readString(environment) + "\nETCD_FORCE_NEW_CLUSTER=true\n");
    member.start();
    member.awaitServing(RealData.LIMIT);
    member.stop();
    DirectoryReading reading = data.read(member);
    assertThat(reading.verdict()).as("%s", reading.findings()).isEqualTo(DataVerdict.OK);
    assertThat(reading.traces()).containsExactly(Trace.FORCED_NEW_CLUSTER);
    assertThat(reading.state().orElseThrow().members()).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void aLogInADirectoryOfItsOwnIsPartOfTheData(ToolFolder etcd) throws Exception {
    Path log = Files.createTempDirectory("quorate-wal").toRealPath();
    var settings = EtcdSettings.plain().with("ETCD_WAL_DIR", log.resolve("wal").toString());
    try (var data = RealData.started(etcd, 1, settings)) {
      data.put(0, 3);
      data.stopAll();
      assertThat(data.read(data.member(0)).verdict()).isEqualTo(DataVerdict.DB_ONLY);
      DirectoryReading whole =
          new DataDirectoryReader(
                  new LocalDirectory(data.member(0).dataDirectory()),
                  Optional.of(new LocalDirectory(log.resolve("wal"))),
                  Expected.anybody(data.minor()))
              .read(Depth.FULL);
      assertThat(whole.verdict()).as("%s", whole.findings()).isEqualTo(DataVerdict.OK);
    } finally {
      Folders.delete(log);
    }
  }
}
