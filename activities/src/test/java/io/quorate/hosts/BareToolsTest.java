package io.quorate.hosts;

import static io.quorate.hosts.ScratchMember.NAME;
import static io.quorate.hosts.ScratchMember.SETTINGS;
import static io.quorate.hosts.ScratchMember.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.port.Failure;
import io.quorate.shell.LocalShell;
import io.quorate.shell.Shell;
import io.quorate.volume.VolumeScript;
import io.quorate.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A machine whose tools are not GNU's says so at the first look, and not in an effect. */
class BareToolsTest extends OnScratchMember {
  private Path programs;

  @BeforeEach
  void make() throws IOException {
    programs = Files.createDirectories(scratch.path("programs"));
  }

  private HostWorkloads there() {
    return scratch.workloads(ChangedScripts.finding(programs, new LocalShell()));
  }

  /** As busybox 1.36 has it: short options only, and -k among them. */
  @Test
  void aTimeoutOfBusyboxIsToldBeforeAnythingIsDone() throws IOException {
    ChangedScripts.program(
        programs,
        "timeout",
        """
        case $1 in
          --*) echo "timeout: unrecognized option '$1'" >&2; exit 1 ;;
        esac
        exec /usr/bin/timeout "$@"
        """);
    toldAtTheLook("timeout on the host is not that of GNU coreutils; install coreutils");
  }

  @Test
  void aGrepOfBusyboxIsToldBeforeAnythingIsDone() throws IOException {
    ChangedScripts.program(
        programs,
        "grep",
        "case $1 in -*z*) echo \"grep: unrecognized option: z\" >&2; exit 1 ;; esac; exec /bin/grep"
            + " \"$@\"");
    toldAtTheLook("grep on the host is not GNU grep; install it");
  }

  /** Two empty lists of files would be equal. */
  @Test
  void aFindOfBusyboxIsToldBeforeADirectoryIsMoved() throws IOException {
    ChangedScripts.program(
        programs,
        "find",
        "for word; do [ \"$word\" != -printf ] || { echo \"find: unrecognized: -printf\" >&2; exit"
            + " 1; }; done\n"
            + "exec /usr/bin/find \"$@\"");
    Shell shell = ChangedScripts.finding(programs, new LocalShell());
    var host = new MemberScripts(scratch.member, shell, ScratchMember.LIMITS);
    scratch.writeData();
    assertThatThrownBy(() -> host.volume().look(VolumeScript.SURVEY_FILES, List.of()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("find on the host is not GNU find; install findutils");
  }

  /** The real one, where it is installed: whatever it lacks is named, and nothing is done. */
  @Test
  void aMachineOfBusyboxAloneIsToldWhatIsMissing() throws Exception {
    Optional<Path> busybox =
        Stream.of("/bin/busybox", "/usr/bin/busybox")
            .map(Path::of)
            .filter(Files::exists)
            .findFirst();
    if (busybox.isEmpty()) {
      System.err.println("skipped: BareToolsTest: there is no busybox on this machine");
      Assumptions.abort("there is no busybox on this machine");
    }
    Process list = new ProcessBuilder(busybox.get().toString(), "--list").start();
    for (String applet : list.inputReader().lines().toList()) {
      Files.createSymbolicLink(programs.resolve(applet), busybox.get());
    }
    toldAtTheLook("install");
  }

  private void toldAtTheLook(String sentence) throws IOException {
    String before = scratch.read("etcd-0.env");
    assertThat(there().look(NAME).state()).isInstanceOf(Workload.Uncertain.class);
    assertThat(there().look(NAME).evidence()).contains(sentence);
    assertThatThrownBy(() -> there().hold(NAME, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining(sentence);
    assertThatThrownBy(() -> there().start(NAME, SETTINGS, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining(sentence);
    assertThat(scratch.read("etcd-0.env")).isEqualTo(before);
    assertThat(scratch.path("etcd-0.pid.hold")).doesNotExist();
  }
}
