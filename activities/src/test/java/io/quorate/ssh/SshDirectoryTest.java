package io.quorate.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.datadir.DataDirectoryReader;
import io.quorate.datadir.Depth;
import io.quorate.datadir.DirectoryReading;
import io.quorate.datadir.Expected;
import io.quorate.datadir.bbolt.WrittenDatabase;
import io.quorate.datadir.file.LocalDirectory;
import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.wal.LogReader;
import io.quorate.datadir.wal.WrittenLog;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.sshd.sftp.SftpModuleProperties;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A directory over SFTP is read as one of this machine is. */
class SshDirectoryTest extends OnEmbeddedHost {
  private Path data;
  private ReadOnlyDirectory local;
  private ReadOnlyDirectory remote;

  @BeforeEach
  void openBothDirectories() throws Exception {
    data = Files.createDirectories(folder.resolve("data"));
    local = new LocalDirectory(data);
    remote = hosts.host(host.target()).directory(data.toString());
  }

  @Test
  void foldersAreListedAsLocalOnesAre() throws Exception {
    Path wal = Files.createDirectories(data.resolve("member/wal"));
    Files.write(wal.resolve("b.wal"), new byte[70_000]);
    Files.createFile(wal.resolve("a.wal"));
    Files.createSymbolicLink(wal.resolve("nothing"), wal.resolve("nowhere"));
    Files.createSymbolicLink(data.resolve("again"), wal);
    for (String each : List.of("", "member", "member/wal", "again")) {
      assertThat(remote.list(each)).isEqualTo(local.list(each));
    }
    assertThat(remote.list("member/wal")).hasSize(3);
  }

  @Test
  void aMissingPathAndAPathToAFileAreDifferentErrors() throws Exception {
    Files.createFile(data.resolve("file"));
    assertThatThrownBy(() -> remote.list("none")).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> remote.open("none")).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> remote.list("file")).isInstanceOf(NotDirectoryException.class);
  }

  @Test
  void aFileIsReadAtAnyPosition() throws Exception {
    byte[] content = new byte[300_000];
    new Random(7).nextBytes(content);
    Files.write(data.resolve("db"), content);
    try (var file = remote.open("db")) {
      assertThat(file.size()).isEqualTo(content.length);
      var random = new Random(8);
      for (int i = 0; i < 60; i++) {
        int at = random.nextInt(content.length);
        int length = random.nextInt(1 + Math.min(200_000, content.length - at));
        assertThat(file.bytes(at, length)).isEqualTo(Arrays.copyOfRange(content, at, at + length));
      }
      assertThat(file.read(content.length, new byte[10], 0, 10)).isZero();
      assertThatThrownBy(() -> file.bytes(content.length - 5, 10)).isInstanceOf(EOFException.class);
    }
  }

  /** Each read is a way there and back, however long it is. */
  @Test
  void aReadReturnsAllBytesThatAreAskedFor() throws Exception {
    byte[] content = new byte[9_000_001];
    new Random(7).nextBytes(content);
    Files.write(data.resolve("wal"), content);
    try (var file = remote.open("wal")) {
      byte[] into = new byte[content.length];
      assertThat(file.read(0, into, 0, 8_000_000)).isEqualTo(8_000_000);
      assertThat(Arrays.mismatch(into, 0, 8_000_000, content, 0, 8_000_000)).isEqualTo(-1);
      assertThat(file.bytes(17, 100)).isEqualTo(Arrays.copyOfRange(content, 17, 117));
      assertThat(file.read(8_900_000, into, 0, 500_000)).isEqualTo(100_001);
      assertThat(file.read(content.length, into, 0, 500_000)).isZero();
    }
  }

  /**
   * A look at a stopped member waits for the round trips of SFTP, and for one round trip of each
   * script.
   */
  @ParameterizedTest
  @CsvSource({"1, 4, 0", "8, 5, 0", "8, 5, 58"})
  void aLookAtALargeMemberThatDoesNotRunWaitsAtMostTwentyTimes(
      long gibibytes, int levels, int fullMegabytes) throws Exception {
    Path snap = Files.createDirectories(data.resolve("member/snap"));
    WrittenDatabase.write(snap.resolve("db"), gibibytes << 30, levels);
    Files.write(snap.resolve("0000000000000002-0000000000000001.snap"), new byte[3000]);
    WrittenLog log = WrittenLog.begun(1, 2).state(2, 1);
    for (int k = 0; k < fullMegabytes; k++) {
      log.put(2, 1 + k, "k".repeat(1 << 20));
    }
    Path wal = Files.createDirectories(data.resolve("member/wal"));
    int zeros = (int) LogReader.SEGMENT_BYTES - log.bytes().length;
    WrittenLog.write(wal, 0, 0, log.bytes(), zeros);
    var ways = new CountedWays();
    // OpenSSH's server returns as many bytes at once.
    SftpModuleProperties.MAX_READDATA_PACKET_LENGTH.set(host.server, 256 * 1024);
    remote.list("");
    hosts.client().setAttribute(ServedFiles.WITNESS, ways);
    host.commands.set(0);
    DirectoryReading reading =
        new DataDirectoryReader(remote, Optional.empty(), Expected.anybody(6))
            .readStill(Depth.QUICK);
    assertThat(reading.log().orElseThrow().damage()).isEmpty();
    assertThat(reading.database().orElseThrow().revision()).isEqualTo(1_000_002);
    assertThat(reading.database().orElseThrow().bytes()).isEqualTo(gibibytes << 30);
    assertThat(ways.count()).as("ways that were seen").isPositive();
    assertThat(ways.count() + host.commands.get())
        .as("%d scripts, and %s", host.commands.get(), ways)
        .isLessThanOrEqualTo(20);
  }

  /**
   * The test above counts round trips with {@link CountedWays}, so this test checks the counter.
   */
  @Test
  void readsThatAreSentTogetherTakeOneRoundTrip() throws Exception {
    Files.write(data.resolve("db"), new byte[1_000_000]);
    var ways = new CountedWays();
    hosts.client().setAttribute(ServedFiles.WITNESS, ways);
    try (var file = remote.open("db")) {
      assertThat(ways.count()).as("the way and the file, then its head: %s", ways).isEqualTo(2);
      file.bytes(List.of(300_000L, 500_000L, 700_000L), 4096);
      assertThat(ways.count()).as("three pieces at once: %s", ways).isEqualTo(3);
      file.bytes(300_000, 4096);
      file.bytes(800_000, 4096);
      assertThat(ways.count()).as("one after the other: %s", ways).isEqualTo(5);
    }
  }

  @Test
  void aFileThatIsReadWholeIsFetchedOnceAndLeavesNoName() throws Exception {
    byte[] content = new byte[5_000_001];
    new Random(7).nextBytes(content);
    Path db = Files.write(data.resolve("db"), content);
    try (var file = remote.openWhole("db")) {
      host.cut();
      Files.delete(db);
      assertThat(file.size()).isEqualTo(content.length);
      assertThat(file.bytes(4_999_000, 1001))
          .isEqualTo(Arrays.copyOfRange(content, 4_999_000, content.length));
      assertThat(file.bytes(0, content.length)).isEqualTo(content);
      assertThatThrownBy(() -> file.bytes(content.length - 5, 10)).isInstanceOf(EOFException.class);
    }
    Files.createFile(db);
    Waiting.until(this::answers); // a new connection is made
    try (var file = remote.openWhole("db")) {
      assertThat(file.size()).isZero();
    }
    assertThatThrownBy(() -> remote.openWhole("none")).isInstanceOf(NoSuchFileException.class);
  }

  private boolean answers() {
    try {
      return remote.list("").size() == 1;
    } catch (IOException e) {
      return false;
    }
  }

  /** The folder of a login session is gone once that ended. */
  @Test
  void whereNothingCanBeFetchedAFileIsReadOverThere() throws Exception {
    Files.write(data.resolve("db"), new byte[] {1, 2, 3});
    try (var mine =
        new SshHosts(folder, Optional.empty(), new Fetching(folder.resolve("no such folder")))) {
      ReadOnlyDirectory there = mine.host(host.target()).directory(data.toString());
      try (var file = there.openWhole("db")) {
        assertThat(file.bytes(0, 3)).containsExactly(1, 2, 3);
        assertThat(file).isInstanceOf(SftpFile.class);
      }
      assertThatThrownBy(() -> there.openWhole("none")).isInstanceOf(NoSuchFileException.class);
    }
  }

  @Test
  void aFetchThatBreaksOffSaysNothingOfTheFile() throws Exception {
    Files.write(data.resolve("db"), new byte[3_000_000]);
    remote.list("");
    host.cut();
    host.server.setSubsystemFactories(List.of());
    assertThatThrownBy(() -> remote.openWhole("db"))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(NoSuchFileException.class);
  }

  @Test
  void aFileThatGrowsIsReadToItsNewEnd() throws Exception {
    Path grows = Files.write(data.resolve("log"), new byte[] {1, 2, 3});
    try (var file = remote.open("log")) {
      assertThat(file.bytes(0, 3)).containsExactly(1, 2, 3);
      Files.write(grows, new byte[] {4, 5}, StandardOpenOption.APPEND);
      assertThat(file.size()).isEqualTo(5);
      assertThat(file.bytes(1, 4)).containsExactly(2, 3, 4, 5);
    }
  }

  @Test
  void linksArePeculiar() throws Exception {
    Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
    Files.createSymbolicLink(data.resolve("member"), elsewhere);
    assertThat(remote.peculiarities())
        .isEqualTo(local.peculiarities())
        .containsExactly(data.resolve("member") + " is a link");
  }

  @Test
  void aLockForWritingIsSeen() throws Exception {
    Path db = Files.createFile(data.resolve("db"));
    assertThat(remote.inUse("db")).isFalse();
    assertThat(remote.inUse("none")).isFalse();
    try (var channel = FileChannel.open(db, StandardOpenOption.WRITE);
        var lock = channel.lock()) {
      assertThat(lock.isValid()).isTrue();
      assertThat(remote.inUse("db")).isEqualTo(local.inUse("db"));
    }
  }

  @Test
  void aConnectionThatBreaksEndsTheReadingAndNotTheNextOne() throws Exception {
    Files.write(data.resolve("db"), new byte[400_000]);
    try (var file = remote.open("db")) {
      host.cut();
      assertThatThrownBy(() -> file.bytes(300_000, 1)).isInstanceOf(IOException.class);
    } catch (IOException e) {
      // The handle cannot be closed on a connection that is gone.
      assertThat(e).isNotNull();
    }
    assertThat(remote.list("")).hasSize(1);
  }

  /** Through the server of OpenSSH, as with sudo; a noisy login is passed over. */
  @Test
  void aServerThatIsStartedAsACommandReadsOnly() throws Exception {
    Assumptions.assumeTrue(
        Files.isExecutable(Path.of("/usr/lib/openssh/sftp-server")), "no sftp-server here");
    host.noise = "echo Welcome; printf 'no newline'";
    host.server.setSubsystemFactories(List.of());
    Files.write(data.resolve("db"), new byte[] {1, 2, 3});
    try (var file = remote.open("db")) {
      assertThat(file.bytes(0, 3)).containsExactly(1, 2, 3);
      assertThat(file.read(3, new byte[1], 0, 1)).isZero();
    }
    assertThat(remote.list("")).isEqualTo(local.list(""));
    assertThatThrownBy(() -> remote.open("none")).isInstanceOf(NoSuchFileException.class);
  }
}
