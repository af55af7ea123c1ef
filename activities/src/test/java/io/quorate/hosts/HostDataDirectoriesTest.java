package io.quorate.hosts;

import static io.quorate.hosts.ScratchMember.NAME;
import static io.quorate.hosts.ScratchMember.SETTINGS;
import static io.quorate.hosts.ScratchMember.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.quorate.cluster.MemberId;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataDirectory.State;
import io.quorate.datadir.wal.WrittenLog;
import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import io.quorate.shell.LocalShell;
import io.quorate.volume.DamageSignature;
import io.quorate.volume.DamageSignatureTest;
import io.quorate.volume.VolumeScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class HostDataDirectoriesTest extends OnScratchMember {
  private static final MemberId OLD = MemberId.parse("8e9e05c52164694d");
  private static final String ASIDE = ".aside-payments.5f0c2d11-8e9e05c52164694d";

  @Test
  void howMuchOfTheDataIsThereIsSeenFromOutside() throws IOException {
    assertThat(state()).isEqualTo(State.ABSENT);
    Files.createDirectories(scratch.path("data"));
    assertThat(state()).isEqualTo(State.EMPTY);
    Files.createDirectories(scratch.path("data/lost+found"));
    assertThat(state()).isEqualTo(State.EMPTY);
    Files.createDirectories(scratch.path("data/member"));
    assertThat(state()).isEqualTo(State.PARTIAL);
    scratch.writeData();
    assertThat(state()).isEqualTo(State.PRESENT);
    scratch.write("data/member/snap/db", "");
    assertThat(state()).isEqualTo(State.PARTIAL);
    Files.delete(scratch.path("data/member/snap/db"));
    assertThat(state()).isEqualTo(State.PARTIAL);
  }

  /** etcd writes a database that it receives beside its own, and renames it at the end. */
  @Test
  void aDatabaseThatIsReceivedGrowsAsItArrives() throws IOException {
    assertThat(scratch.directories().databaseBytes(NAME)).hasValue(0L);
    Files.createDirectories(scratch.path("data/member/snap"));
    scratch.write("data/member/snap/db", "x".repeat(1_000));
    assertThat(scratch.directories().databaseBytes(NAME)).hasValue(1_000L);
    scratch.write("data/member/snap/tmp4711", "x".repeat(70_000));
    assertThat(scratch.directories().databaseBytes(NAME)).hasValue(71_000L);
  }

  @Test
  void somethingWithoutMemberIsPartial() throws IOException {
    Files.createDirectories(scratch.path("data"));
    scratch.write("data/notes", "");
    assertThat(state()).isEqualTo(State.PARTIAL);
  }

  @Test
  void aFileInPlaceOfTheDataDirectoryIsUnreadable() throws IOException {
    scratch.write("data", "a file");
    assertThat(state()).isEqualTo(State.UNREADABLE);
  }

  /** A disk that is not mounted is not a lost one. */
  @Test
  void aLinkToNothingIsUnreadable() throws IOException {
    Files.createSymbolicLink(scratch.path("data"), scratch.path("no-disk"));
    assertThat(state()).isEqualTo(State.UNREADABLE);
  }

  /** Nobody read the data, so no promise may stand on it. */
  @Test
  void dataWithALinkThatMustNotBeFollowedIsInDoubt() throws IOException {
    scratch.writeData();
    assertThat(scratch.directories().look(NAME).intact()).isTrue();
    Path database = scratch.path("data/member/snap/db");
    Path elsewhere = Files.move(database, scratch.path("elsewhere"));
    Files.createSymbolicLink(database, elsewhere);
    if (Files.getAttribute(scratch.folder, "unix:uid").equals(0)) {
      Files.setAttribute(database.getParent(), "unix:uid", 65534);
      Files.setAttribute(database, "unix:uid", 65534, LinkOption.NOFOLLOW_LINKS);
    }
    for (DataDirectory seen :
        List.of(scratch.directories().look(NAME), scratch.directories().examine(NAME))) {
      assertThat(seen.state()).isEqualTo(State.UNREADABLE);
      assertThat(seen.doubt().orElse("")).contains(database + ": it is a link");
    }
    Files.move(elsewhere, database, StandardCopyOption.REPLACE_EXISTING);
    assertThat(scratch.directories().look(NAME).intact()).isTrue();
  }

  /** Data of which a part is missing would count as lost, and the part may be behind the link. */
  @Test
  void dataThatLacksAPartBehindALinkThatMustNotBeFollowedIsInDoubt() throws IOException {
    scratch.writeData();
    Path log = scratch.path("data/member/wal");
    Files.move(log, scratch.path("elsewhere"));
    Files.createSymbolicLink(log, Files.createDirectory(scratch.path("other")));
    assertThat(state()).isEqualTo(State.PARTIAL);
    assumeThat(Files.getAttribute(scratch.folder, "unix:uid")).isEqualTo(0);
    Files.setAttribute(log, "unix:uid", 65534, LinkOption.NOFOLLOW_LINKS);
    DataDirectory seen = scratch.directories().look(NAME);
    assertThat(seen.state()).isEqualTo(State.UNREADABLE);
    assertThat(seen.doubt().orElse("")).contains(log + ": it is a link");
  }

  @Test
  void presentDataIsDamagedWhereItsLogSaysSoAndNoLaterRunServed() throws IOException {
    scratch.writeData();
    String damaged = log("badwal");
    scratch.write("log", damaged + log("inuse"));
    assertThat(scratch.directories().look(NAME).damage().orElseThrow().words())
        .contains("walpb: crc mismatch");
    scratch.write("log", damaged + log("inuse") + "{\"msg\":\"ready to serve client requests\"}\n");
    assertThat(scratch.directories().look(NAME).intact()).isTrue();
  }

  /** What a log says of damage is said of the directory that was there then. */
  @Test
  void newDataAfterASetAsideIsNotDamaged() throws IOException {
    scratch.writeData();
    scratch.write("log", log("badwal"));
    assertThat(scratch.directories().look(NAME).intact()).isFalse();
    setAside();
    scratch.writeData();
    assertThat(scratch.directories().look(NAME).intact()).isTrue();
  }

  /**
   * A change of place, owner or rights counts too, because a person who puts other files there
   * changes one of these.
   */
  @Test
  void whenDatabaseAndLogWereChangedIsSeen() throws IOException {
    scratch.writeData();
    Instant old = Instant.parse("2026-01-01T00:00:00Z");
    Files.setLastModifiedTime(scratch.path("data/member/snap/db"), FileTime.from(old));
    Facts facts =
        new MemberScripts(scratch.member, new LocalShell(), ScratchMember.LIMITS)
            .volume()
            .look(VolumeScript.INSPECT, List.of(DamageSignature.wantedStrings()));
    long now = Instant.now().getEpochSecond();
    assertThat(facts.number("database-changed").orElseThrow()).isBetween(now - 300, now);
    assertThat(facts.number("log-changed").orElseThrow()).isBetween(now - 300, now);
  }

  /** A real log, written after anything that this test makes. */
  private static String log(String what) throws IOException {
    return String.join("\n", DamageSignatureTest.log("3.6.16", what)).replace("2026-", "2126-")
        + "\n";
  }

  /** etcd's first leader is elected in term 2. */
  @Test
  void aRestoreIsKnownByTheRaftSnapshotOfTermOne() throws IOException {
    scratch.writeData();
    scratch.write("data/member/snap/0000000000000002-0000000000002711.snap", "");
    assertThat(scratch.directories().look(NAME).restoredBy()).isEmpty();
    scratch.write("data/member/snap/0000000000000001-0000000000000003.snap", "");
    assertThat(scratch.directories().look(NAME).restoredBy())
        .contains("0000000000000001-0000000000000003.snap");
  }

  @Test
  void theOwnerOfTheDataIsReadFromTheHeadOfTheLog() throws IOException {
    scratch.writeData();
    assertThat(scratch.directories().look(NAME).owner().orElseThrow())
        .hasToString("member 80961833613b81b4 of cluster 602f2b0bd975753b");
    scratch.write("data/member/wal/0000000000000000-0000000000000000.wal", "no log");
    assertThat(scratch.directories().look(NAME).owner()).isEmpty();
    WrittenLog.write(
        scratch.path("data/member/wal"), 1, 9, WrittenLog.begun(0xabc, 0xdef).bytes(), 4096);
    assertThat(scratch.directories().look(NAME).owner().orElseThrow())
        .hasToString("member abc of cluster def");
  }

  /**
   * A look at a part does not come to all damage. The files are the same afterwards, so what a
   * reading of all of them found is not forgotten.
   */
  @Test
  void damageFoundByAFullReadingCountsUntilTheFilesChange() throws IOException {
    scratch.writeData();
    scratch.damageWhatALookOverlooks();
    HostDataDirectories directories = scratch.directories();
    assertThat(directories.look(NAME).intact()).isTrue();
    assertThat(directories.look(NAME).isUnproven()).isTrue();
    assertThat(directories.examine(NAME).intact()).isFalse();
    assertThat(directories.look(NAME).intact()).isFalse();
    assertThat(directories.look(NAME).files().orElseThrow().damage()).isPresent();
    Files.write(
        scratch.path("data/member/snap/db"),
        Files.readAllBytes(scratch.path("data/member/snap/db")));
    assertThat(directories.look(NAME).intact()).isTrue();
  }

  @Test
  void dataIsReadOnceWhileItsFilesAreTheSame() throws IOException {
    scratch.writeData();
    List<String> read = new CopyOnWriteArrayList<>();
    HostPlatform platform = scratch.platform(read::add);
    platform.look(NAME);
    int once = read.size();
    platform.look(NAME);
    assertThat(once).isPositive();
    assertThat(read).hasSize(once);
    platform.examine(NAME);
    assertThat(read).hasSize(2 * once);
    platform.examine(NAME);
    assertThat(platform.look(NAME).data().isUnproven()).isFalse();
    assertThat(read).hasSize(2 * once);
    Files.setLastModifiedTime(scratch.path("data/member/snap/db"), FileTime.from(Instant.EPOCH));
    platform.look(NAME);
    assertThat(read).hasSize(3 * once);
  }

  @Test
  void setAsideRenamesOnce() throws IOException {
    scratch.writeData();
    assertThat(setAside()).isEqualTo(scratch.at("data") + ASIDE);
    assertThat(scratch.path("data")).doesNotExist();
    assertThat(scratch.path("data" + ASIDE + "/member/snap/db")).exists();
    assertThat(setAside()).isEqualTo(scratch.at("data") + ASIDE);
  }

  @Test
  void aDirectoryOfNobodyInTheMembershipSaysSoInItsName() throws IOException {
    scratch.writeData();
    String aside = scratch.directories().setAside(NAME, new MemberId(0), permit());
    assertThat(aside).endsWith("-unlisted");
    assertThat(scratch.path("data")).doesNotExist();
  }

  /** SetStaleCopyAside, and the abort of the copy that is made after it. */
  @Test
  void anOperationSetsAnOlderCopyAndItsOwnCopyAside() throws IOException {
    scratch.writeData();
    setAside();
    scratch.writeData();

    scratch.directories().setAside(NAME, new MemberId(0), permit());

    assertThat(scratch.path("data" + ASIDE)).isDirectory();
    assertThat(scratch.path("data")).doesNotExist();
  }

  @Test
  void nothingThereIsNoFailure() {
    assertThat(setAside()).startsWith("there was nothing to set aside");
  }

  @Test
  void nothingIsEverReplaced() throws IOException {
    scratch.writeData();
    Files.createDirectories(scratch.path("data" + ASIDE));
    assertThatThrownBy(this::setAside)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("both");
    assertThat(scratch.path("data/member/snap/db")).exists();
  }

  @Test
  void theDataOfAMemberThatRunsStays() throws IOException {
    scratch.writeData();
    scratch.workloads().start(NAME, SETTINGS, permit());
    assertThatThrownBy(this::setAside)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("not proven gone");
  }

  /** Renaming the link would leave the disk behind it unused. */
  @Test
  void behindALinkMemberIsRenamed() throws IOException {
    scratch.writeData();
    Files.move(scratch.path("data"), scratch.path("disk"));
    Files.createSymbolicLink(scratch.path("data"), scratch.path("disk"));
    assertThat(setAside()).isEqualTo(scratch.at("data/member") + ASIDE);
    assertThat(scratch.path("data/member")).doesNotExist();
    assertThat(state()).isEqualTo(State.EMPTY);
    assertThat(setAside()).isEqualTo(scratch.at("data/member") + ASIDE);
  }

  private State state() {
    return scratch.directories().look(NAME).state();
  }

  private String setAside() {
    return scratch.directories().setAside(NAME, OLD, permit());
  }
}
