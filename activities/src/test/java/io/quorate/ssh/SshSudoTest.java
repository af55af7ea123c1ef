package io.quorate.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.port.Failure;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A user other than root, with a {@code sudo} that says what sudo 1.9 says. */
class SshSudoTest extends OnEmbeddedHost {
  private Path programs;

  @BeforeEach
  void putPrograms() throws IOException {
    programs = Files.createDirectories(folder.resolve("programs"));
    Files.createSymbolicLink(programs.resolve("env"), Path.of("/usr/bin/env"));
    host.environment.put("PATH", programs.toString());
  }

  @Test
  void theScriptAndItsTimeLimitAreInsideOfSudo() throws Exception {
    sudo("[ \"$1 $2\" = '-n /bin/sh' ] || exit 9; shift; AS=root exec \"$@\"");
    String parents = "tr '\\0' ' ' </proc/$PPID/cmdline";
    assertThat(run(parents)).startsWith("timeout -k 5 20 /bin/sh -c ");
  }

  @Test
  void aQuestionPassesThroughSudo() throws Exception {
    sudo("shift; exec \"$@\"");
    var script = new Script("ask", "echo \"?$QUORATE_WORD\"; read -r x; echo \"$x\"; exit 3");
    var ended = shell().run(script, List.of(), question -> "go\n", Duration.ofSeconds(20));
    assertThat(ended).isEqualTo(new Shell.Ended(3, "go\n", ""));
  }

  @Test
  void aSudoThatAsksIsAFaultWithTheLineToAdd() throws Exception {
    sudo("echo 'sudo: a password is required' >&2; exit 1");
    assertThatThrownBy(() -> run(":"))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("ops ALL=(root) NOPASSWD: /bin/sh");
  }

  @Test
  void aSudoThatWantsATerminalIsAFaultWithTheLineToAdd() throws Exception {
    sudo("echo 'sudo: sorry, you must have a tty to run sudo' >&2; exit 1");
    assertThatThrownBy(() -> run(":"))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("Defaults:ops !requiretty");
  }

  @Test
  void aMissingSudoIsAFault() {
    assertThatThrownBy(() -> run(":"))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("sudo is missing on 127.0.0.1");
  }

  @Test
  void anUnknownMessageOfSudoIsPassedOn() throws Exception {
    sudo("echo 'sudo: unable to fork' >&2; exit 1");
    assertThatThrownBy(() -> run(":"))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("did not begin (exit 1): sudo: unable to fork");
  }

  @Test
  void theCapabilitiesOfAHostAreReadThroughSudo() throws Exception {
    sudo("shift; exec \"$@\"");
    HostCapabilities seen = hosts.host(host.withSudo()).capabilities();
    assertThat(seen.user()).isEqualTo(System.getProperty("user.name"));
    assertThat(seen.missingTools()).isEmpty();
  }

  private void sudo(String text) throws IOException {
    Path file = Files.writeString(programs.resolve("sudo"), "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private String run(String text) {
    return shell()
        .run(new Script("test", text), List.of(), Shell.Reply.NONE, Duration.ofSeconds(20))
        .output();
  }

  private Shell shell() {
    return hosts.host(host.withSudo()).shell();
  }
}
