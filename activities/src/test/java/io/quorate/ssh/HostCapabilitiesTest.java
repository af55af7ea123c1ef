package io.quorate.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.shell.LocalShell;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a machine says of itself, with programs of another kind before its own. */
class HostCapabilitiesTest {
  @TempDir private Path programs;

  @Test
  void toolsOfBusyboxCountAsMissing() throws IOException {
    program("timeout", "case $1 in --*) exit 1 ;; esac; exec /usr/bin/timeout \"$@\"");
    program("sync", "echo 'Usage: sync' >&2; exit 1");
    program("grep", "case $1 in -*z*) exit 1 ;; esac; exec /bin/grep \"$@\"");
    assertThat(said()).contains("missing=grep(GNU) timeout(coreutils) sync(coreutils)");
  }

  @Test
  void aMachineOfGnuLacksNothing() {
    assertThat(said()).contains("missing=");
  }

  private void program(String name, String text) throws IOException {
    Path file = Files.writeString(programs.resolve(name), "#!/bin/sh\n" + text + "\n");
    file.toFile().setExecutable(true);
  }

  private List<String> said() {
    String path = "PATH=" + programs + ":$PATH\n";
    var script = new Script("capabilities", path + HostCapabilities.SCRIPT.text());
    return new LocalShell()
        .run(script, List.of(), Shell.Reply.NONE, Duration.ofSeconds(20))
        .output()
        .lines()
        .toList();
  }
}
