package io.quorate.datadir;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.data.DataVerdict;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.tools.ToolFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A member that was away for so long that it got a whole snapshot from the leader. */
class ReceivedSnapshotIT {
  /** The leader keeps 5,000 entries after its raft snapshot for those that were away. */
  private static final int MISSED = 5_900;

  @ParameterizedTest
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void aReceivedSnapshotIsReadAndAMissingPartHasAVerdict(ToolFolder etcd) throws Exception {
    try (var data = RealData.started(etcd, 3, RealData.snapshotsSoon())) {
      EtcdMember away = data.member(2);
      data.put(0, 3);
      away.stop();
      Path old = Files.copy(database(away), data.folder().resolve("old.db"));
      data.putMany(data.member(0), "missed-", MISSED, 10);
      away.start();
      away.awaitServing(RealData.LIMIT);
      away.stop();
      DirectoryReading received = data.read(away);
      assertThat(received.verdict()).as("%s", received.findings()).isEqualTo(DataVerdict.OK);
      assertThat(received.start().index()).isGreaterThan(MISSED);
      assertThat(received.state().orElseThrow().members()).hasSize(3);
      var directory = new Damaged(data, away, received.start().index());
      directory.isWith(DataVerdict.DB_TOO_OLD, old, false);
      directory.isWithout(DataVerdict.DB_TOO_OLD, false);
      directory.isWithout(DataVerdict.DESTROYS, true);
      Path nothing = Files.createFile(data.folder().resolve("nothing.db"));
      directory.isWith(DataVerdict.REPLACES_DB, nothing, true);
      directory.isWith(DataVerdict.REPLACES_DB, old, true);
      if (data.minor() % 2 == 0) {
        // Started once only: laid out again after it had run, the data would be rolled back.
        directory.isWith(DataVerdict.REPLACES_DB, nothing, true);
      }
      away.start();
      away.awaitServing(RealData.LIMIT);
    }
  }

  private static Path database(EtcdMember member) {
    return member.dataDirectory().resolve(Layout.DATABASE);
  }

  /** The received data, with other databases in it. */
  private static final class Damaged {
    private final RealData data;
    private final EtcdMember member;
    private final Path kept;
    private final String received;

    Damaged(RealData data, EtcdMember member, long index) throws IOException {
      this.data = data;
      this.member = member;
      this.kept = data.folder().resolve("kept");
      this.received = Layout.receivedName(index);
      RealData.copy(member.dataDirectory(), kept);
    }

    void isWith(DataVerdict expected, Path other, boolean andReceived) throws IOException {
      lay(andReceived);
      Files.copy(other, database(member));
      assertIs(expected);
    }

    void isWithout(DataVerdict expected, boolean andReceived) throws IOException {
      lay(andReceived);
      assertIs(expected);
    }

    private void lay(boolean andReceived) throws IOException {
      Folders.delete(member.dataDirectory());
      RealData.copy(kept, member.dataDirectory());
      Path whole = database(member);
      if (andReceived) {
        Files.copy(whole, member.dataDirectory().resolve(received));
      }
      Files.delete(whole);
    }

    private void assertIs(DataVerdict expected) {
      DirectoryReading reading = data.read(member);
      assertThat(reading.verdict()).as("%s", reading.findings()).isEqualTo(expected);
    }
  }
}
