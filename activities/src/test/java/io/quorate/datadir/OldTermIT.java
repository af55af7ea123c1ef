package io.quorate.datadir;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.data.DataVerdict;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A member of 3.4 whose database a 3.5 wrote before: the term that 3.5 left in it never changes
 * again, and says nothing of the log (docs/etcd.md#salvage).
 */
class OldTermIT {
  @Test
  void aTermThatThreeFiveLeftBehindMakesNoForeignDatabaseOfAThreeFour() throws Exception {
    try (var data = RealData.started(ToolsForTests.etcd("3.5"), 1, EtcdSettings.plain())) {
      EtcdMember member = data.member(0);
      for (int term = 0; term < 3; term++) {
        data.put(0, 3);
        member.stop();
        member.start();
        member.awaitServing(RealData.LIMIT);
      }
      Path snapshot = data.folder().resolve("snapshot.db");
      data.ctl("snapshot", "save", snapshot.toString());
      member.stop();

      restoreByHand(data, ToolsForTests.etcd("3.4"), snapshot);
      assertThat(RealData.read(member.dataDirectory(), 4).verdict()).isEqualTo(DataVerdict.OK);
      member.start();
      member.awaitServing(RealData.LIMIT);
      data.put(3, 6);
      member.stop();

      DirectoryReading reading = RealData.read(member.dataDirectory(), 4);
      assertThat(reading.verdict()).as("%s", reading.findings()).isEqualTo(DataVerdict.OK);
      assertThat(RealData.read(member.dataDirectory(), 5).verdict())
          .as("with the term believed, as of a 3.5")
          .isEqualTo(DataVerdict.FOREIGN_DB);
    }
  }

  private static void restoreByHand(RealData data, ToolFolder older, Path snapshot)
      throws Exception {
    EtcdMember member = data.member(0);
    Folders.delete(member.dataDirectory());
    var restored =
        data.run(
            List.of(
                older.program("etcdctl").toString(),
                "snapshot",
                "restore",
                snapshot.toString(),
                "--name",
                member.name(),
                "--initial-cluster",
                member.name() + "=" + member.peerUrl(),
                "--initial-advertise-peer-urls",
                member.peerUrl().toString(),
                "--data-dir",
                member.dataDirectory().toString()));
    assertThat(restored.succeeded()).as(restored.output()).isTrue();
    RealData.use(member, older);
  }
}
