package io.quorate.hosts;

import static io.quorate.hosts.ScratchMember.NAME;
import static io.quorate.hosts.ScratchMember.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.MemberId;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataDirectory.State;
import io.quorate.port.Failure;
import io.quorate.workload.WalDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A log with a directory of its own (ETCD_WAL_DIR), by the real scripts. */
class WalDirectoriesTest extends OnScratchMember {
  private static final MemberId OLD = MemberId.parse("8e9e05c52164694d");
  private static final String ASIDE = ".aside-payments.5f0c2d11-8e9e05c52164694d";

  @BeforeEach
  void make() throws IOException {
    logTo(scratch.at("disk/wal"));
    scratch.writeDatabase();
    scratch.writeLog("disk/wal");
  }

  @Test
  void dataAndItsLogAreWhole() {
    DataDirectory seen = look();
    assertThat(seen.intact()).isTrue();
    assertThat(seen.owner().orElseThrow())
        .hasToString("member 80961833613b81b4 of cluster 602f2b0bd975753b");
    WalDirectory wal = seen.wal().orElseThrow();
    assertThat(wal.path()).isEqualTo(scratch.at("disk/wal"));
    assertThat(wal.freeBytes().orElseThrow()).isPositive();
    assertThat(wal.obstacle()).isEmpty();
  }

  /** Of two lines with one name the start takes the last. */
  @Test
  void theLastLineOfTheEnvironmentFileCounts() throws IOException {
    logTo(scratch.at("nowhere"));
    assertThat(look().state()).isEqualTo(State.PARTIAL);
    logTo(scratch.at("disk/wal/"));
    assertThat(look().state()).isEqualTo(State.PRESENT);
  }

  @Test
  void theUsualPlaceIsNoDirectoryOfItsOwn() throws IOException {
    logTo(scratch.at("data/member/wal"));
    scratch.writeData();
    assertThat(look().state()).isEqualTo(State.PRESENT);
    assertThat(look().wal()).isEmpty();
  }

  @Test
  void dataWithoutLogAndLogWithoutDataArePartial() throws IOException {
    Files.move(scratch.path("disk/wal"), scratch.path("disk/lost"));
    assertThat(look().state()).isEqualTo(State.PARTIAL);
    Files.move(scratch.path("disk/lost"), scratch.path("disk/wal"));
    Files.move(scratch.path("data"), scratch.path("lost"));
    assertThat(look().state()).as("etcd would go on with an old log").isEqualTo(State.PARTIAL);
    Files.move(scratch.path("disk/wal"), scratch.path("disk/lost"));
    assertThat(look().state()).isEqualTo(State.ABSENT);
  }

  @Test
  void dataAndLogAreSetAsideAndBothPathsAreNamed() throws IOException {
    String both = scratch.at("data") + ASIDE + " and " + scratch.at("disk/wal") + ASIDE;
    assertThat(setAside()).isEqualTo(both);
    assertThat(scratch.path("data" + ASIDE + "/member/snap/db")).exists();
    assertThat(scratch.path("disk/wal" + ASIDE)).isNotEmptyDirectory();
    assertThat(look().state()).isEqualTo(State.ABSENT);
    assertThat(setAside()).as("again").isEqualTo(both);
  }

  /** The worker died between the two renames. */
  @Test
  void aHalfFinishedSetAsideIsPartialAndIsCompleted() throws IOException {
    Files.move(scratch.path("data"), scratch.path("data" + ASIDE));
    assertThat(look().nothingThere()).isFalse();
    assertThat(look().state()).isEqualTo(State.PARTIAL);
    assertThat(look().owner()).as("SetStaleCopyAside knows it by this").isEmpty();
    assertThat(setAside())
        .isEqualTo(scratch.at("data") + ASIDE + " and " + scratch.at("disk/wal") + ASIDE);
    assertThat(look().state()).isEqualTo(State.ABSENT);
  }

  @Test
  void noLogIsEverReplaced() throws IOException {
    Files.createDirectories(scratch.path("disk/wal" + ASIDE));
    assertThatThrownBy(this::setAside)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("both " + scratch.at("disk/wal") + " and ");
    assertThat(scratch.path("data/member/snap/db")).as("nothing was touched").exists();
  }

  @Test
  void aLogInTheDataDirectoryGoesWithIt() throws IOException {
    Files.move(scratch.path("disk/wal"), scratch.path("data/log"));
    logTo(scratch.at("data/log"));
    assertThat(look().intact()).isTrue();
    assertThat(setAside()).isEqualTo(scratch.at("data") + ASIDE);
    assertThat(scratch.path("data" + ASIDE + "/log")).isNotEmptyDirectory();
    assertThat(look().state()).isEqualTo(State.ABSENT);
  }

  /** etcd would put the new log in place of the link, on another disk. */
  @Test
  void behindALinkNoLogCanBegin() throws IOException {
    Files.createSymbolicLink(scratch.path("link"), scratch.path("disk/wal"));
    logTo(scratch.at("link"));
    assertThat(look().intact()).isTrue();
    assertThat(look().wal().orElseThrow().obstacle().orElseThrow())
        .contains("is a link")
        .endsWith("let ETCD_WAL_DIR in " + scratch.at("etcd-0.env") + " name the directory itself");
    assertThatThrownBy(this::setAside)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("is a link");
    assertThat(scratch.path("data/member/snap/db")).as("nothing was touched").exists();
  }

  /** The next start goes by the file, and would begin without the log. */
  @Test
  void aProcessWithItsLogElsewhereIsTold() throws IOException {
    logTo("");
    scratch.write("etcd-0.pid", Long.toString(startedWith(scratch.at("disk/wal"))));
    assertThat(look().doubt().orElseThrow())
        .isEqualTo(
            "it runs with its log in %s, and %s has no ETCD_WAL_DIR: make them agree, then look again"
                .formatted(scratch.at("disk/wal"), scratch.at("etcd-0.env")));
    logTo(scratch.at("disk/wal"));
    assertThat(look().doubt()).as("what it advises works").isEmpty();
    assertThat(look().intact()).isTrue();
  }

  private long startedWith(String wal) throws IOException {
    return scratch
        .startStranger(
            Map.of("ETCD_DATA_DIR", scratch.at("data"), "ETCD_WAL_DIR", wal), "sleep", "600")
        .pid();
  }

  private void logTo(String directory) throws IOException {
    scratch.write("etcd-0.env", scratch.read("etcd-0.env") + "ETCD_WAL_DIR=" + directory + "\n");
  }

  private DataDirectory look() {
    return scratch.directories().look(NAME);
  }

  private String setAside() {
    return scratch.directories().setAside(NAME, OLD, permit());
  }
}
