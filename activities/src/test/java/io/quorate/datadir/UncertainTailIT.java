package io.quorate.datadir;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.data.DataVerdict;
import io.quorate.datadir.raft.Request;
import io.quorate.datadir.wal.LoggedRequest;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Data of members that were writing. */
class UncertainTailIT {
  @ParameterizedTest
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void anEntryOfALeaderAloneIsUncertainAndItsKeyIsNamed(ToolFolder etcd) throws Exception {
    try (var data = RealData.started(etcd, 3, EtcdSettings.plain())) {
      data.put(0, 5);
      EtcdMember leader = data.leader();
      for (EtcdMember member : data.cluster().members()) {
        if (!member.equals(leader)) {
          member.freeze();
        }
      }
      try (var writes = new ManyWrites(leader.clientUrl())) {
        writes.leave("alone", "value");
        Await.until("the leader to write it", RealData.LIMIT, () -> isUncertain(data, leader));
      }
      leader.kill();
      DirectoryReading reading = data.read(leader);
      assertThat(reading.verdict()).as("%s", reading.findings()).isEqualTo(DataVerdict.OK);
      assertThat(reading.uncertain().stream().map(LoggedRequest::request))
          .contains(new Request.KeyWrite(Request.Verb.PUT, List.of("alone")));
      assertThat(reading.state().orElseThrow().highestRevision()).isEqualTo(6);
    }
  }

  private static boolean isUncertain(RealData data, EtcdMember leader) {
    return data.read(leader).uncertain().stream()
        .anyMatch(logged -> logged.request().toString().contains("alone"));
  }

  @ParameterizedTest
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void aCopyOfARunningMemberThatMayStartDoesStart(ToolFolder etcd) throws Exception {
    try (var data = RealData.started(etcd, 1, RealData.snapshotsSoon())) {
      EtcdMember member = data.member(0);
      Path copy = data.folder().resolve("copy");
      try (var writes = new ManyWrites(member.clientUrl())) {
        for (int key = 0; key < 200; key++) {
          writes.leave("key-" + key, "value");
        }
        RealData.copy(member.dataDirectory(), copy);
      }
      member.kill();
      DirectoryReading reading = RealData.read(copy, data.minor());
      if (reading.mayStart()) {
        Folders.delete(member.dataDirectory());
        RealData.copy(copy, member.dataDirectory());
        member.start();
        member.awaitServing(RealData.LIMIT);
      } else {
        assertThat(reading.findings()).isNotEmpty();
      }
    }
  }
}
