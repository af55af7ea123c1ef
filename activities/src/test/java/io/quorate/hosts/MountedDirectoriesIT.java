package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.data.DataDirectory;
import io.quorate.lab.machine.Command;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotSink;
import io.quorate.port.SnapshotStore;
import io.quorate.snapshots.SnapshotPlace;
import io.quorate.supervisor.MemberPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only a mounted file system shows; left out where mounting is not allowed. */
class MountedDirectoriesIT {
  private static final MemberName NAME = new MemberName("etcd-0");
  private static final ClusterKey PAYMENTS = new ClusterKey("payments");
  private static final SnapshotStore.Origin ORIGIN =
      new SnapshotStore.Origin(
          PAYMENTS, new ClusterId(1), NAME, new EtcdVersion(3, 6, 16), new Revision(1), 1);

  private Path folder;
  private Path mounted;

  @BeforeEach
  void mount(@TempDir Path temporary) throws Exception {
    folder = temporary.toRealPath();
    mounted = Files.createDirectories(folder.resolve("data"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", mounted.toString()),
        "a tmpfs cannot be mounted here");
  }

  @AfterEach
  void unmount() throws Exception {
    run("umount", mounted.toString());
  }

  @Test
  void inAMountPointMemberIsRenamed() throws IOException {
    Files.createDirectories(mounted.resolve("lost+found"));
    Files.createDirectories(mounted.resolve("member/snap"));
    Files.writeString(folder.resolve("etcd.env"), "ETCD_NAME=etcd-0\n");
    var directories =
        new HostDataDirectories(Hosts.of(List.of(StartAndWait.host("etcd-0", folder))));
    assertThat(directories.look(NAME).state()).isEqualTo(DataDirectory.State.PARTIAL);
    String aside = directories.setAside(NAME, new MemberId(0xabc), RealEtcdIT.permit());
    assertThat(aside).isEqualTo(mounted + "/member.aside-payments.5f0c2d11-abc");
    assertThat(Path.of(aside).resolve("snap")).exists();
    assertThat(directories.look(NAME).state()).isEqualTo(DataDirectory.State.EMPTY);
  }

  /** etcd deletes what is in the directory of a new log, and cannot put one in its place. */
  @Test
  void inAMountPointNoLogCanBegin() throws IOException {
    Files.createDirectories(folder.resolve("etcd-data/member/snap"));
    ScratchMember.unpack("db.gz", folder.resolve("etcd-data/member/snap/db"));
    ScratchMember.unpack("wal.gz", mounted.resolve("0000000000000000-0000000000000000.wal"));
    MemberScripts usual = StartAndWait.host("etcd-0", folder);
    MemberPaths paths = usual.member();
    Files.writeString(
        Path.of(paths.environmentFile()), "ETCD_NAME=etcd-0\nETCD_WAL_DIR=" + mounted + "\n");
    var host =
        new MemberScripts(
            new MemberPaths(
                NAME,
                folder.resolve("etcd-data").toString(),
                paths.environmentFile(),
                paths.binary(),
                paths.supervisor().service(),
                paths.supervisor().logFile()),
            usual.host(),
            usual.limits());
    var directories = new HostDataDirectories(Hosts.of(List.of(host)));
    assertThat(directories.look(NAME).intact()).isTrue();
    assertThat(directories.look(NAME).wal().orElseThrow().obstacle().orElseThrow())
        .contains("is a mount point");
    assertThatThrownBy(() -> directories.setAside(NAME, new MemberId(0xabc), RealEtcdIT.permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("name a directory in it");
    assertThat(folder.resolve("etcd-data/member/snap/db")).as("nothing was touched").exists();
  }

  @Test
  void aFullDiskIsSaidAndLeavesNothing() {
    var store = SnapshotPlace.in(mounted, Clock.systemUTC()).store();
    assertThatThrownBy(() -> store.requireRoomFor(PAYMENTS, 1024))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining(" MiB free, a snapshot of payments needs 65 MiB");
    assertThatThrownBy(() -> store.save(ORIGIN, MountedDirectoriesIT::endless))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("No space left on device");
    assertThat(mounted.resolve("payments")).isEmptyDirectory();
  }

  @Test
  void aReadOnlyDirectoryIsNamed() throws Exception {
    assertThat(run("mount", "-o", "remount,ro", mounted.toString())).isTrue();
    var store = SnapshotPlace.in(mounted, Clock.systemUTC()).store();
    assertThatThrownBy(() -> store.requireRoomFor(PAYMENTS, 1))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining(mounted.toString())
        .hasMessageContaining("Read-only file system");
  }

  private static long endless(SnapshotSink sink) {
    try {
      for (int i = 0; i < 10_000; i++) {
        sink.take(new byte[4096], 4096);
      }
      return 0;
    } catch (IOException e) {
      throw new Failure.Unknown("the stream broke off", e);
    }
  }

  private static boolean run(String... words) throws IOException, InterruptedException {
    return Command.of(words).run(Duration.ofSeconds(20)).succeeded();
  }
}
