package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.data.DataDirectory.State;
import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Data on its way to another place whose log has a directory of its own, by the real scripts. */
class MovingLogsTest extends MovingContract {
  private static final String SEGMENT = "0000000000000000-0000000000000000.wal";

  @Test
  void aSeparateLogMovesToTheNextLogDirectoryAndIsSetAside() throws IOException {
    logAt("wal", "next-wal");
    assertThat(copy())
        .startsWith("2 files")
        .endsWith(scratch.at("next-wal") + "; every SHA-256 is equal");
    assertThat(scratch.path("next-wal").resolve(SEGMENT))
        .hasSameBinaryContentAs(scratch.path("wal").resolve(SEGMENT));
    assertThat(directories.look(NEXT).state()).isEqualTo(State.PRESENT);
    assertThat(copy()).as("again").startsWith("2 files");

    String aside = scratch.at("data") + ASIDE + " and " + scratch.at("wal") + ASIDE;
    assertThat(handOver()).isEqualTo(aside);
    assertThat(scratch.path("data")).doesNotExist();
    assertThat(scratch.path("wal")).doesNotExist();
    assertThat(scratch.path("wal" + ASIDE).resolve(SEGMENT)).exists();
    assertThat(directories.look(NEXT).tookOver(ID)).isTrue();
    assertThat(handOver()).as("again").isEqualTo(aside);
  }

  @Test
  void theLogGoesOutOfTheDataDirectory() throws IOException {
    scratch.writeData();
    logOfNext("next-wal");
    copy();
    assertThat(scratch.path("next/member/wal")).doesNotExist();
    assertThat(scratch.path("next-wal").resolve(SEGMENT)).exists();
    assertThat(handOver()).isEqualTo(scratch.at("data") + ASIDE);
    assertThat(directories.look(NEXT).tookOver(ID)).isTrue();
  }

  @Test
  void theLogGoesIntoTheDataDirectory() throws IOException {
    logOfMember("wal");
    copy();
    assertThat(scratch.path("next/member/wal").resolve(SEGMENT)).exists();
    handOver();
    assertThat(scratch.path("wal" + ASIDE).resolve(SEGMENT)).exists();
    assertThat(directories.look(NEXT).state()).isEqualTo(State.PRESENT);
    assertThat(directories.look(NEXT).tookOver(ID)).isTrue();
  }

  @Test
  void aLogInTheDataDirectoryUnderAnotherNameGoesWithIt() throws IOException {
    logAt("data/log", "next/log");
    copy();
    assertThat(handOver()).isEqualTo(scratch.at("data") + ASIDE);
    assertThat(scratch.path("data" + ASIDE + "/log").resolve(SEGMENT)).exists();
    assertThat(directories.look(NEXT).tookOver(ID)).isTrue();
  }

  @Test
  void aCopyThatDiedIsGoneOnWith() throws IOException {
    logAt("wal", "next-wal");
    Files.createDirectories(scratch.path("next/member.copy"));
    Files.createDirectories(scratch.path("next-wal"));
    scratch.write("next-wal/" + SEGMENT, "half of it");
    copy();
    assertThat(scratch.path("next-wal").resolve(SEGMENT))
        .hasSameBinaryContentAs(scratch.path("wal").resolve(SEGMENT));
  }

  /** The worker died between the two renames. */
  @Test
  void aLogThatStayedBehindIsMadeUpFor() throws IOException {
    logAt("wal", "next-wal");
    copy();
    Files.move(scratch.path("data"), scratch.path("data" + ASIDE));
    handOver();
    assertThat(scratch.path("wal")).doesNotExist();
    assertThat(directories.look(NEXT).tookOver(ID)).isTrue();
  }

  @Test
  void anotherLogIsNeverOverwritten() throws IOException {
    logAt("wal", "next-wal");
    Files.createDirectories(scratch.path("next-wal"));
    scratch.write("next-wal/" + SEGMENT, "somebody else's");
    assertThatThrownBy(this::copy)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("is not empty, and what is in it is no copy of");
    assertThat(scratch.read("next-wal/" + SEGMENT)).isEqualTo("somebody else's");
    assertThat(scratch.path("next/member")).doesNotExist();
  }

  @Test
  void aSegmentThatIsNotTheMembersIsLeftAndKeepsTheCopyFromBeingWhole() throws IOException {
    logAt("wal", "next-wal");
    Files.createDirectories(scratch.path("next/member.copy"));
    Files.createDirectories(scratch.path("next-wal"));
    scratch.write("next-wal/of-before.wal", "of before");
    assertThatThrownBy(this::copy)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("of-before.wal is not in");
    assertThat(scratch.read("next-wal/of-before.wal")).isEqualTo("of before");
    assertThat(scratch.path("next/member")).doesNotExist();
  }

  @Test
  void aSharedLogDirectoryOfBothPlacesIsRefused() throws IOException {
    logAt("wal", "wal");
    assertThatThrownBy(this::copy)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("both places have their log in");
    assertThat(scratch.path("wal").resolve(SEGMENT)).exists();
  }

  @Test
  void aLogThatChangedSinceItWasCopiedTakesNothingOver() throws IOException {
    logAt("wal", "next-wal");
    copy();
    scratch.write("wal/" + SEGMENT, "more");
    assertThatThrownBy(this::handOver).isInstanceOf(Failure.Refused.class);
    assertThat(scratch.path("data/member")).exists();
    assertThat(directories.look(NEXT).movedHere()).isEmpty();
  }

  void logAt(String own, String next) throws IOException {
    logOfMember(own);
    logOfNext(next);
  }

  private void logOfMember(String own) throws IOException {
    scratch.writeDatabase();
    scratch.writeLog(own);
    append("etcd-0.env", own);
  }

  private void logOfNext(String next) throws IOException {
    append("next.env", next);
  }

  private void append(String environment, String log) throws IOException {
    scratch.write(
        environment, scratch.read(environment) + "ETCD_WAL_DIR=" + scratch.at(log) + "\n");
  }
}
