package io.quorate.datadir;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.data.DataVerdict;
import io.quorate.datadir.file.LocalDirectory;
import io.quorate.datadir.raft.Identity;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of several members, or of several times, in one directory. */
class MixedUpDirectoriesIT {
  @ParameterizedTest
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void theDataOfAnotherMemberIsRefused(ToolFolder etcd) throws Exception {
    try (var data = RealData.started(etcd, 3, EtcdSettings.plain())) {
      data.put(0, 5);
      data.stopAll();
      Identity first = data.read(data.member(0)).identity().orElseThrow();
      Expected expected =
          new Expected(data.minor(), Optional.of(first.member()), Optional.of(first.cluster()));
      assertThat(read(data.member(0), expected).verdict()).isEqualTo(DataVerdict.OK);
      DirectoryReading other = read(data.member(1), expected);
      assertThat(other.verdict()).isEqualTo(DataVerdict.WRONG_IDENTITY);
      assertThat(other.findings().getFirst())
          .contains(data.read(data.member(1)).identity().orElseThrow().member().toString());
    }
  }

  @ParameterizedTest
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void aDatabaseOfAnotherClusterOrALogThatWentBackIsNeverStartedOn(ToolFolder etcd)
      throws Exception {
    try (var data = RealData.started(etcd, 1, EtcdSettings.plain());
        var other = RealData.started(etcd, 1, EtcdSettings.plain())) {
      data.put(0, 5);
      other.put(0, 60);
      other.stopAll();
      data.stopAll();
      Path early = data.folder().resolve("early");
      EtcdMember member = data.member(0);
      RealData.copy(member.dataDirectory(), early);
      data.cluster().start(RealData.LIMIT);
      data.put(5, 30);
      data.stopAll();
      assertThat(data.read(member).verdict()).isEqualTo(DataVerdict.OK);
      replaceLog(member, early);
      assertThat(data.read(member).verdict()).isEqualTo(DataVerdict.ZOMBIE);
      Folders.delete(member.dataDirectory());
      RealData.copy(early, member.dataDirectory());
      assertThat(data.read(member).verdict()).isEqualTo(DataVerdict.OK);
      Files.copy(
          other.member(0).dataDirectory().resolve(Layout.DATABASE),
          member.dataDirectory().resolve(Layout.DATABASE),
          StandardCopyOption.REPLACE_EXISTING);
      DirectoryReading foreign = data.read(member);
      assertThat(foreign.verdict()).as("%s", foreign.findings()).isEqualTo(DataVerdict.FOREIGN_DB);
    }
  }

  private static void replaceLog(EtcdMember member, Path from) throws IOException {
    Path log = member.dataDirectory().resolve("member/wal");
    Folders.delete(log);
    RealData.copy(from.resolve("member/wal"), log);
  }

  @ParameterizedTest
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void aSegmentThatIsMissingIsMissed(ToolFolder etcd) throws Exception {
    try (var data = RealData.started(etcd, 1, EtcdSettings.plain())) {
      for (String prefix : List.of("first-", "second-", "third-")) {
        data.putMany(data.member(0), prefix, 170, 400_000);
      }
      data.stopAll();
      EtcdMember member = data.member(0);
      DirectoryReading whole = data.read(member);
      assertThat(whole.verdict()).as("%s", whole.findings()).isEqualTo(DataVerdict.OK);
      var segments = whole.log().orElseThrow().segments();
      assertThat(segments).hasSizeGreaterThanOrEqualTo(3);
      for (int k = 0; k < segments.size(); k++) {
        Path segment = member.dataDirectory().resolve("member/wal").resolve(segments.get(k).name());
        Path away = data.folder().resolve("away");
        Files.move(segment, away);
        DirectoryReading reading = data.read(member);
        assertThat(reading.mayStart())
            .as("%s without %s: %s", reading.verdict(), segment, reading.findings())
            .isFalse();
        Files.move(away, segment);
      }
      assertThat(data.read(member).verdict()).isEqualTo(DataVerdict.OK);
    }
  }

  private static DirectoryReading read(EtcdMember member, Expected expected) {
    return new DataDirectoryReader(
            new LocalDirectory(member.dataDirectory()), Optional.empty(), expected)
        .read(Depth.FULL);
  }
}
