package io.quorate.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.quorate.cluster.MemberName;
import io.quorate.hosts.HostDataDirectories;
import io.quorate.hosts.Hosts;
import io.quorate.hosts.MemberScripts;
import io.quorate.lab.machine.Lie;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.shell.Host;
import io.quorate.shell.HostLimits;
import io.quorate.shell.LocalHost;
import io.quorate.supervisor.MemberPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A host that was taken lies about its files, and its member moves to this machine. */
class LyingHostTest {
  private static final MemberName NAME = new MemberName("etcd-0");
  private static final MemberName NEXT = new MemberName("etcd-0.next");

  @TempDir private static Path home;
  private static EmbeddedHost host;
  private static SshHosts hosts;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    host = new EmbeddedHost(home.resolve("ssh"));
    hosts = new SshHosts(home, Optional.empty());
  }

  @AfterAll
  static void end() throws Exception {
    hosts.close();
    host.close();
  }

  @BeforeEach
  void layOut() throws IOException {
    host.lie = Optional.empty();
    Files.createDirectories(folder.resolve("a/b/data/member/snap"));
    Files.createDirectories(folder.resolve("a/b/data/member/wal"));
    Files.writeString(folder.resolve("a/b/data/member/snap/db"), "database");
    Files.writeString(folder.resolve("a/b/data/member/wal/0-0.wal"), "log");
    for (String place : List.of("data", "next")) {
      Files.writeString(
          folder.resolve(place + ".env"),
          "ETCD_NAME=etcd-0\nETCD_DATA_DIR=" + folder.resolve("a/b/" + place) + "\n");
    }
    Files.createDirectories(folder.resolve("victim"));
  }

  @Test
  void withoutALieTheMemberMoves() {
    assertThat(copy()).startsWith("2 files");
  }

  @ParameterizedTest
  @Tag("attack-1")
  @ValueSource(
      strings = {
        "data=8 1700000000.0 755 0:0\\t./../../../../pwned",
        "data=8 1700000000.0 755 0:0\\t./../../../../../../../../../../../tmp/quorate-pwned",
        "data=8 1700000000.0 755 0:0\\t/etc/cron.d/quorate-pwned",
        "log=8 1700000000.0 755 0:0\\t./../../../../../pwned",
      })
  void aFileThatLeadsOutIsRefusedAndTheHostIsNamed(String line) throws IOException {
    refuses(line);
  }

  @ParameterizedTest
  @Tag("attack-2")
  @ValueSource(
      strings = {
        "folder=777 65534:65534\\t./../../../../victim",
        "folder=777 65534:65534\\t./..",
        "root=777 65534:65534\\t./../..",
        "log-root=777 65534:65534\\t..",
      })
  void aFolderThatLeadsOutIsRefused(String line) throws IOException {
    refuses(line);
  }

  @ParameterizedTest
  @Tag("attack-3")
  @ValueSource(
      strings = {
        "data=8 1700000000.0 4755 0:0;x\\t./x",
        "data=8 1700000000.0 u+s 0:0\\t./x",
        "data=8 1700000000.0 755 0:0\\t./x\\ry",
        "data=8 1700000000.0 755 0:0\\t",
        "data=8 1700000000.0 755 0:0\\t./x//y",
        "data=8 now 755 0:0\\t./x",
        "data=a[$(touch pwned)] 1700000000.0 755 0:0\\t./x",
        "zz=1",
        "?",
      })
  void aBrokenModeOwnerNumberOrPathIsRefused(String line) throws IOException {
    refuses(line);
  }

  /** Some shells carry out what they reckon with. */
  @Test
  @Tag("attack-3")
  void aNumberThatIsACommandReachesNoShell() throws IOException {
    host.lie =
        Optional.of(
            new Lie(
                "survey-files",
                "sed -u 's|^data-bytes=.*|data-bytes=a[$(touch " + folder + "/victim/x)]|'"));
    assertThatThrownBy(this::copy).isInstanceOf(Failure.Refused.class);
    untouched();
  }

  /**
   * The host lies about one fact, in every script. The copy succeeds or ends with a {@link
   * Failure}, and does no harm. The last script sends the sums; the script holds the lock and got
   * an answer before.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {"source", "data", "root", "folder", "log", "log-root", "data-bytes", "sum"})
  void aLieInAnyFieldDoesNoHarm(String key) throws IOException {
    List<String> values = List.of("..\\/..\\/x", "1 2\\t-1");
    for (int number = 0; number < values.size(); number++) {
      String value = values.get(number);
      Path told = Files.createDirectory(folder.resolve("told-" + number));
      host.lie = Optional.of(Lie.about(key, value, told));
      Throwable said = catchThrowable(this::copy);
      assertThat(said == null || said instanceof Failure).as("%s: %s", value, said).isTrue();
      assertThat(linesIn(told)).as("lies about %s that were told", key).isPositive();
      untouched();
    }
  }

  /**
   * The host lies in all fields of a look at once. {@code LyingLooksTest} lies in one field at a
   * time.
   */
  @Test
  void liesInAllFieldsOfALookDoNoHarm() throws IOException {
    Path told = Files.createDirectory(folder.resolve("told"));
    host.lie = Optional.of(Lie.about("[a-z][a-z-]*", "..\\/..\\/x", told));
    var directories =
        new HostDataDirectories(
            Hosts.of(List.of(scripts(NAME, "data", hosts.host(host.target())))));
    assertThatCode(() -> directories.look(NAME)).doesNotThrowAnyException();
    assertThat(linesIn(told)).as("lies that were told").isGreaterThan(10);
    untouched();
  }

  private static long linesIn(Path told) throws IOException {
    long lines = 0;
    try (Stream<Path> files = Files.list(told)) {
      for (Path file : files.toList()) {
        lines += Files.readAllLines(file).size();
      }
    }
    return lines;
  }

  private void refuses(String line) throws IOException {
    host.lie = Optional.of(Lie.adding("survey-files", line));
    assertThatThrownBy(this::copy)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining(
            hosts.host(host.target()).name()
                + " answered with what the scripts of Quorate never print");
    untouched();
    assertThat(folder.resolve("a/b/next/member")).doesNotExist();
  }

  /** Beside the two places nothing is new, and nobody else may enter what was there. */
  private void untouched() throws IOException {
    assertThat(folder.resolve("victim")).isEmptyDirectory();
    assertThat(Files.getPosixFilePermissions(folder.resolve("victim")).toString())
        .doesNotContain("OTHERS_WRITE");
    assertThat(Path.of("/tmp/quorate-pwned")).doesNotExist();
    assertThat(Path.of("/etc/cron.d/quorate-pwned")).doesNotExist();
    try (Stream<Path> all = Files.walk(folder)) {
      assertThat(all.map(path -> path.getFileName().toString())).doesNotContain("pwned", "x");
    }
  }

  private String copy() {
    return new HostDataDirectories(
            Hosts.of(
                List.of(
                    scripts(NAME, "data", hosts.host(host.target())),
                    scripts(NEXT, "next", new LocalHost()))))
        .copy(
            NAME,
            NEXT,
            Permit.granted("payments.1", Duration.ofMinutes(1), System::nanoTime, () -> false));
  }

  private MemberScripts scripts(MemberName name, String place, Host on) {
    return new MemberScripts(
        new MemberPaths(
            name,
            NAME,
            folder.resolve("a/b/" + place).toString(),
            folder.resolve(place + ".env").toString(),
            folder.resolve("etcd").toString(),
            folder.resolve(place + ".pid").toString(),
            folder.resolve(place + ".log").toString()),
        on,
        new HostLimits(
            Duration.ofSeconds(20),
            Duration.ofSeconds(20),
            Duration.ofSeconds(2),
            Duration.ofSeconds(10)));
  }
}
