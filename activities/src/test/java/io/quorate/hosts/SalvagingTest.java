package io.quorate.hosts;

import static io.quorate.hosts.ScratchMember.LIMITS;
import static io.quorate.hosts.ScratchMember.NAME;
import static io.quorate.hosts.ScratchMember.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.EtcdVersion;
import io.quorate.data.DataOwner;
import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.datadir.wal.WrittenLog;
import io.quorate.observation.PretendedPort;
import io.quorate.port.Failure;
import io.quorate.port.Salvaged;
import io.quorate.shell.Host;
import io.quorate.snapshot.Salvage.Way;
import io.quorate.volume.EtcdTools;
import io.quorate.volume.Salvaging;
import io.quorate.volume.Scratch;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A salvage of a database that is older than the mark from which etcd 3.7 would start. */
class SalvagingTest extends OnScratchMember {
  private static final EtcdVersion NEWEST = new EtcdVersion(3, 7, 0);

  private final List<Salvaged> salvaged = new ArrayList<>();
  private final List<String> progress = new ArrayList<>();

  @BeforeEach
  void write() throws IOException {
    scratch.writeData();
    DataOwner owner = scratch.directories().look(NAME).owner().orElseThrow();
    Path log = scratch.path("data/member/wal");
    try (var files = Files.list(log)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    WrittenLog written = WrittenLog.begun(owner.member().value(), owner.cluster().value());
    for (int k = 1; k <= 40; k++) {
      written.put(2, k, "key-" + k);
    }
    WrittenLog.write(log, 0, 0, written.state(2, 40).mark(30, 2).bytes(), 4096);
  }

  @Test
  void theDatabaseIsTakenWhereTheLogCannotBeMended() {
    ReadOnlyFile huge = PretendedPort.port(ReadOnlyFile.class, (call, with) -> 5L << 30);
    salvage((call, with) -> huge);
    assertThat(salvaged).extracting(one -> one.origin().way()).containsExactly(Way.DATABASE_FILE);
    assertThat(progress).anyMatch(doing -> doing.contains("no segment of that size"));
  }

  /** The next try may read the log, and the log has writes that the database lacks. */
  @Test
  void aConnectionThatBreaksWhileTheLogIsMendedIsTriedAgain() {
    assertThatThrownBy(
            () ->
                salvage(
                    (call, with) -> {
                      throw new IOException("the channel is closed");
                    }))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("the channel is closed");
    assertThat(salvaged).isEmpty();
  }

  @Test
  void aCopyThatMustNotBeReadMakesNoOtherSourceLookLikeTheBest() {
    assertThatThrownBy(this::salvageWithoutRights).isExactlyInstanceOf(Failure.Refused.class);
    assertThat(salvaged).isEmpty();
  }

  /** The copy is removed, and data that was renamed no longer tells how much a restore loses. */
  @Test
  void aRefusedCopyNamesTheFilesToMendAndAdvisesNoRename() {
    assertThatThrownBy(this::salvageWithoutRights)
        .hasMessageContaining("Quorate's user may not read " + scratch.at("data") + "/member/wal")
        .hasMessageContaining("Mend links and rights in " + scratch.at("data") + ", then retry;")
        .hasMessageEndingWith("skip goes on without this data, and the question says what is lost.")
        .hasMessageNotContaining("rename")
        .hasMessageNotContaining("start this again");
  }

  private void salvageWithoutRights() {
    salvageOf(
        (path, real) ->
            path.contains("salvage")
                ? new UnreadableDirectory(new AccessDeniedException(path + "/member/wal"))
                : real);
  }

  /**
   * @param log answers for the directory of the log when the log is mended
   */
  private void salvage(PretendedPort.Call log) {
    salvageOf(
        (path, real) ->
            path.endsWith("/member/wal") ? PretendedPort.port(ReadOnlyDirectory.class, log) : real);
  }

  private void salvageOf(BiFunction<String, ReadOnlyDirectory, ReadOnlyDirectory> directories) {
    Host host = new HostWithDirectories(directories);
    var member = new MemberScripts(scratch.member, host, LIMITS);
    new Salvaging(
            Scratch.of(member.volume(), Scratch.Purpose.SALVAGE, permit()),
            new EtcdTools(scratch.at("etcd"), NEWEST, "etcdctl", "etcdutl", NEWEST),
            new TreeMap<>(),
            progress::add)
        .keep(salvaged::add, permit());
  }
}
