package io.quorate.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.data.DataVerdict;
import io.quorate.datadir.DataDirectoryReader;
import io.quorate.datadir.Depth;
import io.quorate.datadir.Expected;
import io.quorate.datadir.file.LocalDirectory;
import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.file.ReadOnlyDirectory.Entry;
import io.quorate.datadir.file.ReadOnlyDirectory.Kind;
import io.quorate.shell.Host;
import io.quorate.shell.LocalHost;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.server.session.ServerSession;
import org.apache.sshd.sftp.server.Handle;
import org.apache.sshd.sftp.server.SftpEventListener;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Root reads a data directory of etcd's user, on this machine and over SSH. Root does not follow
 * links of this user to files of other users.
 */
class ForeignLinksTest {
  private static final int ETCD = 65534;

  @TempDir private Path folder;
  private EmbeddedHost host;
  private SshHosts hosts;
  private Path data;
  private Path secrets;

  @BeforeEach
  void start() throws Exception {
    Assumptions.assumeTrue(
        Files.getAttribute(folder, "unix:uid").equals(0), "only root makes files of other users");
    host = new EmbeddedHost(folder.resolve("ssh"));
    hosts = new SshHosts(folder, Optional.empty());
    data = owned(Files.createDirectory(folder.resolve("data")));
    secrets = Files.createDirectories(folder.resolve("secrets/snap")).getParent();
    Files.writeString(secrets.resolve("snap/db"), "secret");
  }

  @AfterEach
  void end() throws Exception {
    if (host != null) {
      hosts.close();
      host.close();
    }
  }

  @Test
  void aFileThatIsALinkOfEtcdsUserIsNotRead() throws Exception {
    Path snap = owned(Files.createDirectories(data.resolve("member/snap")));
    owned(snap.getParent());
    owned(Files.createSymbolicLink(snap.resolve("db"), secrets.resolve("snap/db")));
    for (ReadOnlyDirectory each : bothWays()) {
      refuses(() -> each.list("member/snap"));
      refuses(() -> each.open("member/snap/db"));
      refuses(() -> each.openWhole("member/snap/db"));
      assertThat(each.openAhead(List.of("member/snap/db"))).isEmpty();
      var reading =
          new DataDirectoryReader(each, Optional.empty(), Expected.anybody(6)).read(Depth.QUICK);
      assertThat(reading.verdict()).isEqualTo(DataVerdict.FORBIDDEN);
      assertThat(reading.findings().getFirst()).contains(snap + "/db: it is a link");
    }
  }

  @Test
  void aFolderThatIsALinkOfEtcdsUserIsNotEntered() throws Exception {
    owned(Files.createSymbolicLink(data.resolve("member"), secrets));
    for (ReadOnlyDirectory each : bothWays()) {
      refuses(() -> each.list("member/snap"));
      refuses(() -> each.list("member"));
      refuses(() -> each.open("member/snap/db"));
    }
  }

  @Test
  void followsLinksOfRootAndLinksToFilesOfTheSameOwner() throws Exception {
    Path disk = owned(Files.createDirectory(folder.resolve("disk")));
    owned(Files.writeString(disk.resolve("0.wal"), "log"));
    owned(Files.createDirectory(data.resolve("member")));
    Files.createSymbolicLink(data.resolve("member/by-root"), disk);
    owned(Files.createSymbolicLink(data.resolve("member/by-etcd"), disk));
    data = owned(Files.createSymbolicLink(folder.resolve("way"), data));
    for (ReadOnlyDirectory each : bothWays()) {
      for (String path : List.of("member/by-root/0.wal", "member/by-etcd/0.wal")) {
        try (var file = each.open(path)) {
          assertThat(new String(file.bytes(0, 3), StandardCharsets.UTF_8)).isEqualTo("log");
        }
      }
      assertThat(each.list("member/by-etcd")).hasSize(1);
      assertThat(each.list("member")).hasSize(2);
    }
  }

  /** Where the data belongs to root, as on control planes of kubeadm, only root can make links. */
  @Test
  void inAFolderOfRootsALinkOfRootsLeadsAnywhere() throws Exception {
    Path disk = owned(Files.createDirectory(folder.resolve("disk")));
    Files.writeString(disk.resolve("0.wal"), "log");
    Files.setAttribute(data, "unix:uid", 0);
    Files.createSymbolicLink(data.resolve("folder"), disk);
    Files.createSymbolicLink(data.resolve("file"), disk.resolve("0.wal"));
    for (ReadOnlyDirectory each : bothWays()) {
      for (String path : List.of("folder/0.wal", "file")) {
        try (var file = each.open(path)) {
          assertThat(file.size()).isEqualTo(3);
        }
      }
    }
  }

  /**
   * Root's link leads into a folder of etcd's user. In this folder etcd's user has put a link to
   * root's files.
   */
  @Test
  void aLinkOfEtcdsUserBehindALinkOfRootsIsNotFollowed() throws Exception {
    Path disk = owned(Files.createDirectory(folder.resolve("disk")));
    owned(Files.createDirectory(data.resolve("member")));
    Files.createSymbolicLink(data.resolve("member/snap"), disk.resolve("snap"));
    owned(Files.createSymbolicLink(disk.resolve("snap"), secrets.resolve("snap")));
    for (ReadOnlyDirectory each : bothWays()) {
      refuses(() -> each.list("member/snap"), "than the folder that the link is in");
      refuses(() -> each.open("member/snap/db"), "than the folder that the link is in");
    }
  }

  /** This machine does not tell the owner of a file that was opened through a link. */
  @Test
  void aLinkToAFileIsNotFollowed() throws Exception {
    owned(Files.writeString(data.resolve("0.wal"), "log"));
    owned(Files.createSymbolicLink(data.resolve("by-etcd.wal"), data.resolve("0.wal")));
    for (ReadOnlyDirectory each : bothWays()) {
      refuses(() -> each.list(""), "remove it, or put the file in its place");
      refuses(() -> each.open("by-etcd.wal"), "is a link to a file");
    }
    Files.delete(data.resolve("by-etcd.wal"));
    Files.createSymbolicLink(data.resolve("by-root.wal"), data.resolve("0.wal"));
    for (ReadOnlyDirectory each : bothWays()) {
      refuses(() -> each.open("by-root.wal"), "is a link to a file");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"member", "snap", "wal", "db", "1.snap", "1.snap.db", "1.wal", "a\n.wal"})
  void aLinkOfANameThatEtcdReadsIsRefusedInAListing(String name) throws Exception {
    owned(Files.createSymbolicLink(data.resolve(name), secrets));
    for (ReadOnlyDirectory each : bothWays()) {
      refuses(() -> each.list(""));
    }
  }

  /** Neither etcd nor Quorate opens a link with such a name. */
  @Test
  void aLinkOfANameThatEtcdIgnoresHidesNothing() throws Exception {
    owned(Files.createDirectory(data.resolve("member")));
    for (String folder : List.of("member/snap", "member/wal")) {
      Path at = owned(Files.createDirectory(data.resolve(folder)));
      for (String name : List.of("notes", "db.bak", "0.wal.broken", "old.snap.broken", "1.tmp")) {
        owned(Files.createSymbolicLink(at.resolve(name), secrets.resolve("snap/db")));
      }
    }
    owned(Files.createSymbolicLink(data.resolve("notes"), secrets));
    Path log = owned(Files.createDirectory(folder.resolve("log")));
    owned(Files.createSymbolicLink(log.resolve("notes"), secrets));
    for (Host each : List.of(new LocalHost(), hosts.host(host.target()))) {
      ReadOnlyDirectory directory = each.directory(data.toString());
      for (String folder : List.of("member/snap", "member/wal")) {
        assertThat(directory.list(folder)).extracting(Entry::kind).containsOnly(Kind.OTHER);
      }
      assertThat(directory.list("")).contains(new Entry("notes", Kind.OTHER, 0));
      var reader =
          new DataDirectoryReader(
              directory, Optional.of(each.directory(log.toString())), Expected.anybody(6));
      assertThat(reader.read(Depth.FULL).verdict()).isEqualTo(DataVerdict.EMPTY);
    }
  }

  /** The file is exchanged between the check and the opening. */
  @Test
  void aFileThatIsExchangedWhileItIsOpenedIsNotRead() throws Exception {
    owned(Files.writeString(data.resolve("db"), "mine"));
    var factory = new SftpSubsystemFactory();
    factory.addSftpEventListener(
        new SftpEventListener() {
          @Override
          public void opening(ServerSession session, String name, Handle handle)
              throws IOException {
            if (handle.getFile().endsWith("db")) {
              Files.delete(data.resolve("db"));
              Files.createSymbolicLink(data.resolve("db"), secrets.resolve("snap/db"));
            }
          }
        });
    host.server.setSubsystemFactories(List.of(factory));
    assertThatThrownBy(() -> hosts.host(host.target()).directory(data.toString()).open("db"))
        .isExactlyInstanceOf(IOException.class)
        .hasMessageContaining("exchanged");
  }

  private List<ReadOnlyDirectory> bothWays() {
    return List.of(new LocalDirectory(data), hosts.host(host.target()).directory(data.toString()));
  }

  private interface Reading {
    Object read() throws IOException;
  }

  private static void refuses(Reading reading) {
    refuses(reading, "is a link that somebody else than root made");
  }

  private static void refuses(Reading reading, String why) {
    assertThatThrownBy(reading::read)
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining(why);
  }

  private static Path owned(Path path) throws IOException {
    Files.setAttribute(path, "unix:uid", ETCD, LinkOption.NOFOLLOW_LINKS);
    return path;
  }
}
