package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.datadir.DataDirectoryReader;
import io.quorate.datadir.Depth;
import io.quorate.datadir.Expected;
import io.quorate.datadir.bbolt.WrittenDatabase;
import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.wal.WrittenLog;
import io.quorate.shell.DirectoryContract;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory of a pod is read as one of this machine is. */
class PodDirectoryTest implements DirectoryContract {
  private static final int ETCD = 65534;

  @TempDir private Path folder;
  private Path data;
  private FakeKubelet kubelet;
  private ApiClients clients;
  private ReadOnlyDirectory there;

  @BeforeEach
  void start() throws Exception {
    data = Files.createDirectories(folder.resolve("data"));
    kubelet = new FakeKubelet();
    clients = new ApiClients(Map.of());
    var place = new PodPlace("etcd", "keeper", KeeperPod.CONTAINER);
    var programs = new PodPrograms(clients.client(kubelet.source(folder)));
    there = new PodHost(programs, place, "the keeper").directory(data.toString());
  }

  @AfterEach
  void end() throws Exception {
    clients.close();
    kubelet.close();
  }

  @Override
  public Path data() {
    return data;
  }

  @Override
  public ReadOnlyDirectory there() {
    return there;
  }

  @Test
  void namesOfAnyKindArrive() throws Exception {
    for (String name : List.of("two\nlines", "Zürich", " blank ", "a*b", "-n")) {
      Files.createFile(data.resolve(name));
    }
    Files.createSymbolicLink(data.resolve("9.wal"), Path.of("nowhere"));
    assertThat(there.list("")).isEqualTo(here().list("")).hasSize(6);
    assertThat(there.listAll(List.of("none", "", "none/too")))
        .containsExactly(Optional.empty(), Optional.of(here().list("")), Optional.empty());
  }

  @Test
  void piecesAreReadTogether() throws Exception {
    byte[] content = new byte[3_000_000];
    new Random(7).nextBytes(content);
    Files.write(data.resolve("db"), content);
    try (var file = there.open("db")) {
      int before = kubelet.requests().size();
      List<byte[]> pieces = file.bytes(List.of(300_000L, 2_999_000L, 700_000L), 1000);
      assertThat(kubelet.requests()).hasSize(before + 1);
      assertThat(pieces.get(1)).isEqualTo(Arrays.copyOfRange(content, 2_999_000, 3_000_000));
      assertThat(pieces.get(2)).isEqualTo(Arrays.copyOfRange(content, 700_000, 701_000));
      assertThatThrownBy(() -> file.bytes(List.of(0L, 2_999_999L), 2))
          .isInstanceOf(EOFException.class);
    }
  }

  @Test
  void aFileThatIsReadWholeIsFetchedOnce() throws Exception {
    byte[] content = new byte[5_000_001];
    new Random(7).nextBytes(content);
    Path db = Files.write(data.resolve("db"), content);
    try (var file = there.openWhole("db")) {
      Files.delete(db);
      kubelet.close();
      assertThat(file.size()).isEqualTo(content.length);
      assertThat(file.bytes(0, content.length)).isEqualTo(content);
      assertThatThrownBy(() -> file.bytes(content.length - 5, 10)).isInstanceOf(EOFException.class);
    }
  }

  /** Whoever has the name of a keeper could fill the disk of the worker. */
  @Test
  void noMoreIsFetchedThanTheFileHas() throws Exception {
    Files.write(data.resolve("db"), new byte[2_000_000]);
    kubelet.babblesAfter(1_000_000);
    assertThatThrownBy(() -> there.openWhole("db"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("more came than the 2000000 bytes of the file");
  }

  @Test
  void aReadingThatBreaksOffIsNoEndOfTheFile() throws Exception {
    Files.write(data.resolve("db"), new byte[1_000_000]);
    try (var file = there.open("db")) {
      kubelet.close();
      assertThatThrownBy(() -> file.bytes(900_000, 10))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(EOFException.class);
    }
    assertThatThrownBy(() -> there.list(""))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(NoSuchFileException.class);
  }

  @Test
  void anExchangedFileIsNotReadOn() throws Exception {
    Path db = Files.write(data.resolve("db"), new byte[1_000_000]);
    try (var file = there.open("db")) {
      Path other = Files.write(data.resolve("other"), new byte[1_000_000]);
      Files.move(other, db, StandardCopyOption.REPLACE_EXISTING);
      assertThatThrownBy(() -> file.bytes(900_000, 10))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("exchanged");
    }
  }

  @Test
  void aLockedDatabaseIsInUse() throws Exception {
    Path db = Files.createFile(data.resolve("db"));
    assertThat(there.inUse("db")).isFalse();
    assertThat(there.inUse("none")).isFalse();
    var holder =
        new ProcessBuilder("flock", db.toString(), "sh", "-c", "echo held; read x").start();
    try (var told = holder.inputReader()) {
      assertThat(told.readLine()).isEqualTo("held");
      assertThat(there.inUse(List.of("none", "db"))).isTrue();
    } finally {
      holder.destroy();
    }
  }

  @Test
  void linksAreFollowedByTheRuleOfLinks() throws Exception {
    Assumptions.assumeTrue(
        Files.getAttribute(folder, "unix:uid").equals(0), "only root makes files of other users");
    owned(data);
    Path secrets = Files.createDirectories(folder.resolve("secrets"));
    Files.writeString(secrets.resolve("db"), "secret");
    Path disk = owned(Files.createDirectory(folder.resolve("disk")));
    owned(Files.writeString(disk.resolve("0.wal"), "log"));
    owned(Files.createSymbolicLink(data.resolve("snap"), secrets));
    owned(Files.createSymbolicLink(data.resolve("wal"), disk));
    owned(Files.createSymbolicLink(data.resolve("db"), disk.resolve("0.wal")));
    assertThat(there.list("wal")).isEqualTo(here().list("wal")).hasSize(1);
    try (var file = there.open("wal/0.wal")) {
      assertThat(file.size()).isEqualTo(3);
    }
    for (String path : List.of("snap/db", "db")) {
      assertThatThrownBy(() -> here().open(path)).isInstanceOf(AccessDeniedException.class);
      assertThatThrownBy(() -> there.open(path)).isInstanceOf(AccessDeniedException.class);
    }
    assertThatThrownBy(() -> there.list("snap")).isInstanceOf(AccessDeniedException.class);
    assertThatThrownBy(() -> there.list("")).isInstanceOf(AccessDeniedException.class);
  }

  /** Each question is one program, and a look is to be over within seconds. */
  @Test
  void aLookAtAMemberThatDoesNotRunAsksFewQuestions() throws Exception {
    Path snap = Files.createDirectories(data.resolve("member/snap"));
    WrittenDatabase.write(snap.resolve("db"), 1L << 30, 4);
    WrittenLog log = WrittenLog.begun(1, 2).state(2, 1);
    WrittenLog.write(Files.createDirectories(data.resolve("member/wal")), 0, 0, log.bytes(), 1000);
    var reading =
        new DataDirectoryReader(there, Optional.empty(), Expected.anybody(6))
            .readStill(Depth.QUICK);
    assertThat(reading.database().orElseThrow().revision()).isEqualTo(1_000_002);
    assertThat(kubelet.requests().size()).isLessThanOrEqualTo(20);
  }

  private static Path owned(Path path) throws IOException {
    Files.setAttribute(path, "unix:uid", ETCD, LinkOption.NOFOLLOW_LINKS);
    return path;
  }
}
