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
import io.quorate.shell.DirectoryContract;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
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
class SshDirectoryTest extends OnEmbeddedHost implements DirectoryContract {
  private Path data;
  private ReadOnlyDirectory local;
  private ReadOnlyDirectory remote;

  @BeforeEach
  void openBothDirectories() throws Exception {
    data = Files.createDirectories(folder.resolve("data"));
    local = new LocalDirectory(data);
    remote = hosts.host(host.target()).directory(data.toString());
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

  @Override
  public Path data() {
    return data;
  }

  @Override
  public ReadOnlyDirectory there() {
    return remote;
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
        new SshHosts(
            folder,
            Optional.empty(),
            new Fetching(folder.resolve("no such folder")),
            Duration.ofMinutes(1))) {
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
