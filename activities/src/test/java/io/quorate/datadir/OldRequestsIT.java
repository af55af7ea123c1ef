package io.quorate.datadir;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.data.DataVerdict;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.tools.ToolFolder;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Data of 3.5 on its way to 3.7, which does not start on what 3.5 wrote through etcd's v2. */
class OldRequestsIT {
  @Test
  void dataThatTheNextReleaseDoesNotStartOnIsTold() throws Exception {
    try (var data = RealData.started(ToolsForTests.etcd("3.5"), 1, RealData.snapshotsSoon())) {
      EtcdMember member = data.member(0);
      data.put(0, 3);
      member.stop();
      assertFor(6, member, DataVerdict.OK);
      assertFor(7, member, DataVerdict.NEEDS_OLDER);

      serve(member, ToolsForTests.etcd("3.6"));
      member.stop();
      assertFor(7, member, DataVerdict.NEEDS_OLDER);
      RealData.use(member, ToolsForTests.etcd("3.7"));
      member.start();
      Await.until("3.7 to end", RealData.LIMIT, () -> !member.isRunning());
      assertThat(Files.readString(member.files().logFile()))
          .contains("unmarshal should never fail");

      serve(member, ToolsForTests.etcd("3.6"));
      data.putMany(member, "a raft snapshot comes after ", 30, 10);
      member.stop();
      assertFor(7, member, DataVerdict.OK);
      serve(member, ToolsForTests.etcd("3.7"));
    }
  }

  private static void serve(EtcdMember member, ToolFolder etcd) throws Exception {
    RealData.use(member, etcd);
    member.start();
    member.awaitServing(RealData.LIMIT);
  }

  private static void assertFor(int minor, EtcdMember member, DataVerdict expected) {
    DirectoryReading reading = RealData.read(member.dataDirectory(), minor);
    assertThat(reading.verdict()).as("%s", reading.findings()).isEqualTo(expected);
  }
}
