package io.quorate.hosts;

import static io.quorate.hosts.ScratchMember.NAME;
import static io.quorate.hosts.ScratchMember.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.MemberId;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataDirectory.State;
import io.quorate.port.Failure;
import io.quorate.shell.LocalHost;
import io.quorate.volume.Mount;
import io.quorate.volume.MountTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that has to be mounted and is not: what is in its place proves nothing. */
class UnmountedDisksTest {
  private ScratchMember scratch;
  private MountTables tables;

  @BeforeEach
  void make(@TempDir Path folder) throws IOException {
    scratch = new ScratchMember(folder.resolve("a member"));
    tables =
        new MountTables(scratch.at("fstab"), List.of(scratch.at("units"), scratch.at("vendor")));
    Files.createDirectories(scratch.path("units"));
    Files.createDirectories(scratch.path("vendor"));
    Files.createDirectories(scratch.path("data"));
  }

  @AfterEach
  void end() throws IOException {
    scratch.close();
  }

  @Test
  void dataBelowAnUnmountedMountOfFstabIsUnreadable() throws IOException {
    fstab("LABEL=etcd", scratch.folder.toString(), "ext4");
    assertThat(look().state()).isEqualTo(State.UNREADABLE);
    assertThat(look().lost()).isFalse();
    assertThat(look().doubt().orElseThrow())
        .isEqualTo(
            "its data directory is below %s, which %s mounts and which is not mounted: mount it;"
                    .formatted(scratch.folder, scratch.at("fstab"))
                + " if nothing is mounted there any more, write mountPoint: none in quorate.yml");
  }

  /**
   * Below a mount point may be what was there before the disk: older than what was acknowledged.
   */
  @Test
  void dataInThePlaceOfTheDiskIsNotItsData() throws IOException {
    scratch.writeData();
    fstab("LABEL=etcd", scratch.at("data"), "xfs");
    assertThat(look().intact()).isFalse();
    assertThatThrownBy(() -> directories().setAside(NAME, new MemberId(1), permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("which is not mounted: mount it");
  }

  @Test
  void aMountElsewhereATmpfsOrSwapHidesNothing() throws IOException {
    scratch.write(
        "fstab",
        "# LABEL=etcd %1$s ext4\nLABEL=a %1$s-2 ext4\nLABEL=b / ext4\ntmpfs %1$s tmpfs\nc none swap"
            .formatted(scratch.at("data").replace(" ", "\\040")));
    assertThat(look().state()).isEqualTo(State.EMPTY);
  }

  @Test
  void behindALinkTheMountCountsToo() throws IOException {
    Files.delete(scratch.path("data"));
    Files.createDirectories(scratch.path("disk/etcd"));
    Files.createSymbolicLink(scratch.path("data"), scratch.path("disk/etcd"));
    fstab("LABEL=etcd", scratch.at("disk"), "ext4");
    assertThat(look().doubt().orElseThrow()).contains(scratch.at("disk") + ", which ");
  }

  @Test
  void theDiskOfTheLogHasToBeMountedToo() throws IOException {
    scratch.writeData();
    scratch.write(
        "etcd-0.env", scratch.read("etcd-0.env") + "ETCD_WAL_DIR=" + scratch.at("disk/wal") + "\n");
    fstab("LABEL=wal", scratch.at("disk"), "ext4");
    assertThat(look().doubt().orElseThrow()).startsWith("its log is below " + scratch.at("disk"));
    assertThat(look().lost()).isFalse();
  }

  @Test
  void aMountUnitCountsUnlessItIsSwitchedOff() throws IOException {
    scratch.write("vendor/data.mount", "[Mount]\nWhat=LABEL=x\nWhere=" + scratch.at("data") + "\n");
    assertThat(look().doubt().orElseThrow())
        .contains("which " + scratch.at("vendor/data.mount") + " mounts");
    Files.createSymbolicLink(scratch.path("units/data.mount"), Path.of("/dev/null"));
    assertThat(look().state()).isEqualTo(State.EMPTY);
    Files.delete(scratch.path("units/data.mount"));
  }

  @Test
  void theConfigurationHasTheLastWord() throws IOException {
    assertThat(look(Mount.at(scratch.at("data"))).doubt().orElseThrow())
        .contains("which the configuration (mountPoint) mounts");
    fstab("LABEL=etcd", scratch.at("data"), "ext4");
    assertThat(look(Mount.NONE).state()).isEqualTo(State.EMPTY);
  }

  /** The root of a disk is mounted: what is empty there is empty. */
  @Test
  void aMountedDirectoryIsSeenAsItIs() {
    assertThat(look(Mount.at("/proc")).state()).isEqualTo(State.EMPTY);
  }

  @Test
  void anEmptyDirectoryTellsSinceWhenItIsEmpty() throws IOException {
    Instant then = Instant.parse("2026-11-20T08:00:00Z");
    Files.setLastModifiedTime(scratch.path("data"), FileTime.from(then));
    assertThat(look().emptySince()).contains(then);
    scratch.writeData();
    assertThat(look().emptySince()).isEmpty();
  }

  private void fstab(String device, String where, String type) throws IOException {
    scratch.write(
        "fstab", device + "\t" + where.replace(" ", "\\040") + "  " + type + " defaults 0 2");
  }

  private DataDirectory look() {
    return directories().look(NAME);
  }

  private DataDirectory look(Mount mount) {
    return directories(mount).look(NAME);
  }

  private HostDataDirectories directories() {
    return directories(Mount.AS_THE_MACHINE_SAYS);
  }

  private HostDataDirectories directories(Mount mount) {
    return new HostDataDirectories(
        Hosts.of(
            List.of(
                new MemberScripts(
                    scratch.member, new LocalHost(), ScratchMember.LIMITS, mount.by(tables)))));
  }
}
