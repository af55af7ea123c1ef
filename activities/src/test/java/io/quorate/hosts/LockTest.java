package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.quorate.lab.machine.Command;
import io.quorate.port.Failure;
import io.quorate.shell.HostLimits;
import io.quorate.shell.LocalHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The lock of a member is nobody else's, and who holds it is named. */
class LockTest extends OnScratchMember {
  private String lock;

  @BeforeEach
  void layOut() throws IOException {
    lock = scratch.at("etcd-0.pid.lock");
  }

  /** Who can read a file can lock it, and would stop an operation in the middle. */
  @Test
  @Tag("attack-10")
  void aStrangerCannotTakeTheLock() throws Exception {
    assumeThat(System.getProperty("user.name")).isEqualTo("root");
    // As an earlier release left it, in a directory that everybody may enter.
    Files.createFile(
        Path.of(lock),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
    for (Path each = folder.toRealPath(); each != null; each = each.getParent()) {
      assumeThat(each.toFile().canExecute()).isTrue();
    }
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    hold();
    assertThat(Files.getPosixFilePermissions(Path.of(lock)))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    var taken =
        Command.of(
                "setpriv",
                "--reuid",
                "65534",
                "--regid",
                "65534",
                "--clear-groups",
                "flock",
                "-n",
                lock,
                "true")
            .run(Duration.ofSeconds(20));
    assertThat(taken.output()).contains("Permission denied");
  }

  @Test
  void theHolderOfTheLockIsNamed() throws Exception {
    var holder = scratch.startStranger(Map.of(), "flock", "-x", lock, "sleep", "600");
    ScratchMember.await(() -> !free());
    assertThatThrownBy(this::hold)
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("nothing was done: pid ")
        .hasMessageContaining(" of " + System.getProperty("user.name") + " (")
        .hasMessageContaining("holds the lock " + lock);
    holder.descendants().forEach(ProcessHandle::destroyForcibly);
  }

  @Test
  void aLockThatIsALinkIsRefused() throws Exception {
    Files.createSymbolicLink(Path.of(lock), folder.resolve("elsewhere"));
    assertThatThrownBy(this::hold)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("is a link");
    assertThat(folder.resolve("elsewhere")).doesNotExist();
  }

  private boolean free() {
    try {
      return Command.of("flock", "-n", lock, "true").run(Duration.ofSeconds(20)).succeeded();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void hold() {
    new MemberScripts(
            scratch.member,
            new LocalHost(),
            new HostLimits(
                Duration.ofSeconds(20),
                Duration.ofSeconds(20),
                Duration.ofSeconds(1),
                Duration.ofSeconds(10)))
        .underLock(MemberScript.HOLD, List.of("a test"), facts -> "go\n");
  }
}
