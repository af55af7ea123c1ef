package io.quorate.datadir;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.datadir.file.LocalDirectory;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Histories of real members, and of a copy with which somebody went on. */
class LineageIT {
  @ParameterizedTest
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void membersShareAHistoryAndACopyThatWentOnIsASecondHistory(ToolFolder etcd) throws Exception {
    try (var data = RealData.started(etcd, 2, EtcdSettings.plain())) {
      data.put(0, 5);
      data.stopAll();
      Path one = data.member(0).dataDirectory();
      assertThat(between(one, data.member(1).dataDirectory()).relation())
          .isEqualTo(Lineage.Relation.ONE_HISTORY);
    }
    try (var data = RealData.started(etcd, 1, EtcdSettings.plain())) {
      data.put(0, 5);
      data.stopAll();
      EtcdMember member = data.member(0);
      Path early = keep(data, "early");
      long end = History.read(new LocalDirectory(early), Optional.empty()).last().index();
      goOn(data, "one");
      Path one = keep(data, "one");
      Folders.delete(member.dataDirectory());
      RealData.copy(early, member.dataDirectory());
      goOn(data, "other");

      assertThat(between(early, one).relation()).isEqualTo(Lineage.Relation.ONE_HISTORY);
      Lineage lineage = between(one, member.dataDirectory());
      assertThat(lineage.relation()).isEqualTo(Lineage.Relation.TWO_HISTORIES);
      assertThat(lineage.parting().orElseThrow()).isGreaterThan(end);
    }
  }

  private static void goOn(RealData data, String key) throws Exception {
    data.cluster().start(RealData.LIMIT);
    data.ctl("put", key, "value");
    data.stopAll();
  }

  private static Path keep(RealData data, String name) throws IOException {
    Path kept = data.folder().resolve(name);
    RealData.copy(data.member(0).dataDirectory(), kept);
    return kept;
  }

  private static Lineage between(Path one, Path other) throws IOException {
    return Lineage.of(history(one), history(other));
  }

  private static History history(Path directory) throws IOException {
    return History.read(new LocalDirectory(directory), Optional.empty());
  }
}
