package io.quorate.datadir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.quorate.cluster.Alarm;
import io.quorate.data.DataVerdict;
import io.quorate.datadir.backend.DatabaseFacts;
import io.quorate.etcd.Minors;
import io.quorate.etcd.proto.AlarmRequest;
import io.quorate.etcd.proto.AlarmType;
import io.quorate.etcd.proto.MaintenanceGrpc;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.SmallFileSystem;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** States that a member's data can be in besides whole and damaged. */
class RealStatesIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  static List<ToolFolder> thatDowngrade() throws InterruptedException {
    return Minors.all().stream().filter(etcd -> RealData.minor(etcd) >= 6).toList();
  }

  @ParameterizedTest
  @MethodSource("io.quorate.etcd.Minors#all")
  void theDatabaseIsAsEtcdsOwnProgramSaysIt(ToolFolder etcd) throws Exception {
    try (var data = RealData.started(etcd, 1, EtcdSettings.plain())) {
      data.put(0, 20);
      data.ctl("del", "key-001");
      data.ctl("defrag");
      data.stopAll();
      EtcdMember member = data.member(0);
      Path copy = data.folder().resolve("copy.db");
      Files.copy(member.dataDirectory().resolve(Layout.DATABASE), copy);
      JsonNode said = status(data, copy);
      DatabaseFacts facts = data.read(member).database().orElseThrow();
      assertThat(facts.revision()).isEqualTo(said.get("revision").asLong());
      assertThat(facts.bytes()).isEqualTo(said.get("totalSize").asLong());
    }
  }

  private static JsonNode status(RealData data, Path database) throws Exception {
    Command.Finished finished =
        data.run(
            List.of(
                data.restorer().toString(),
                "snapshot",
                "status",
                database.toString(),
                "-w",
                "json"));
    assertThat(finished.succeeded()).as(finished.output()).isTrue();
    return JSON.readTree(
        finished.output().lines().filter(line -> line.startsWith("{")).findFirst().orElseThrow());
  }

  @ParameterizedTest
  @MethodSource("io.quorate.etcd.Minors#all")
  void setAndClearedAlarmsOfNoMemberAreRead(ToolFolder etcd) throws Exception {
    try (var data = RealData.started(etcd, 1, EtcdSettings.plain())) {
      EtcdMember member = data.member(0);
      alarm(member, AlarmRequest.AlarmAction.ACTIVATE);
      data.stopAll();
      assertThat(data.read(member).state().orElseThrow().alarms())
          .containsExactly(new Alarm(Alarm.Kind.CORRUPT, Optional.empty()));
      data.cluster().start(RealData.LIMIT);
      alarm(member, AlarmRequest.AlarmAction.DEACTIVATE);
      data.stopAll();
      assertThat(data.read(member).state().orElseThrow().alarms()).isEmpty();
    }
  }

  private static void alarm(EtcdMember member, AlarmRequest.AlarmAction action) {
    ManagedChannel channel =
        Grpc.newChannelBuilder(
                member.clientUrl().getAuthority(), InsecureChannelCredentials.create())
            .build();
    try {
      MaintenanceGrpc.newBlockingStub(channel)
          .alarm(AlarmRequest.newBuilder().setAction(action).setAlarm(AlarmType.CORRUPT).build());
    } finally {
      channel.shutdownNow();
    }
  }

  @ParameterizedTest
  @MethodSource("thatDowngrade")
  void aDowngradeThatIsEnabledIsRead(ToolFolder etcd) throws Exception {
    try (var data = RealData.started(etcd, 1, EtcdSettings.plain())) {
      data.put(0, 3);
      String target = "3.%d.0".formatted(data.minor() - 1);
      data.ctl("downgrade", "enable", target);
      data.stopAll();
      DataState state = data.read(data.member(0)).state().orElseThrow();
      assertThat(state.downgradeTarget()).contains(target);
      assertThat(state.clusterVersion()).contains("3.%d.0".formatted(data.minor()));
      assertThat(state.storageVersion()).isPresent();
    }
  }

  @ParameterizedTest
  @MethodSource("io.quorate.etcd.Minors#all")
  void aMountPointIsNamedAndTheDataInItIsRead(ToolFolder etcd) throws Exception {
    assumeTrue(SmallFileSystem.whyNot().isEmpty(), "a tmpfs cannot be mounted here");
    try (var data = RealData.started(etcd, 1, EtcdSettings.plain())) {
      data.put(0, 3);
      data.stopAll();
      Path directory = data.member(0).dataDirectory();
      SmallFileSystem mounted = SmallFileSystem.holding(directory, 200);
      try {
        Files.createDirectories(directory.resolve("lost+found"));
        DirectoryReading reading = data.read(data.member(0));
        assertThat(reading.verdict()).as("%s", reading.findings()).isEqualTo(DataVerdict.OK);
        assertThat(reading.findings()).contains(directory + " is a mount point");
      } finally {
        mounted.close();
      }
      DirectoryReading unmounted = data.read(data.member(0));
      assertThat(unmounted.verdict()).isEqualTo(DataVerdict.EMPTY);
      assertThat(unmounted.findings()).doesNotContain(directory + " is a mount point");
    }
  }
}
