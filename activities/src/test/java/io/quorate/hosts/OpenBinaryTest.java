package io.quorate.hosts;

import static io.quorate.hosts.ScratchMember.NAME;
import static io.quorate.hosts.ScratchMember.SETTINGS;
import static io.quorate.hosts.ScratchMember.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import io.quorate.shell.LocalShell;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import io.quorate.supervisor.Supervision;
import io.quorate.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Root starts no binary that others can change: who changes the binary would become root. */
@Tag("attack-39")
class OpenBinaryTest extends OnScratchMemberAsRoot {
  /** A plan stops no member whose data is in doubt. */
  @Test
  void aMemberWhoseBinaryBelongsToAnotherUserIsNotStoppedAndThePlanSaysWhy() throws Exception {
    scratch.writeData();
    var workloads = scratch.workloads();
    workloads.start(NAME, SETTINGS, permit());
    give(scratch.path("etcd"), 65534);
    String why =
        "%1$s is not run as root: %1$s belongs to user 65534; let root own it and every directory above"
            .formatted(scratch.at("etcd"));
    assertThatThrownBy(() -> workloads.stop(NAME, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("etcd-0 is not stopped: " + why);
    assertThat(doubt()).contains(why);
    give(scratch.path("etcd"), 0);
    assertThat(doubt()).isEmpty();
    workloads.stop(NAME, permit());
  }

  @Test
  void aMemberWhoseBinaryIsInADirectoryThatOthersMayWriteInIsNotStarted() throws Exception {
    Path open = Files.createDirectory(scratch.path("open"));
    Files.move(scratch.path("etcd"), open.resolve("etcd"));
    Files.createSymbolicLink(scratch.path("etcd"), open.resolve("etcd"));
    mode(open, "rwxrwxr-x");
    assertThatThrownBy(() -> scratch.workloads().start(NAME, SETTINGS, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining(open + " can be written by others (mode 775)");
    assertThat(scratch.state()).isEqualTo(Workload.Gone.STOPPED);
    mode(open, "rwxr-xr-x");
    scratch.workloads().start(NAME, SETTINGS, permit());
    assertThat(scratch.state()).isInstanceOf(Workload.Running.class);
  }

  /** Whoever changes the file gets no other rights by that. */
  @Test
  void aUserStartsABinaryOfItsOwn() throws Exception {
    give(scratch.folder, 65534);
    var scripts = new MemberScripts(scratch.member, asNobody(), ScratchMember.LIMITS);
    Facts seen = scripts.look(MemberScript.LOOK, List.of());
    assertThat(seen.has("binary-open")).isFalse();
    assertThat(new Supervision(scratch.member, seen).objection()).isEmpty();
  }

  private String doubt() {
    return scratch.platform(path -> {}).look(NAME).data().doubt().orElse("");
  }

  /** The shell of this machine, whose scripts run as nobody. */
  private static Shell asNobody() {
    return (script, arguments, reply, limit) ->
        new LocalShell()
            .run(
                new Script(
                    script.name(),
                    "exec setpriv --reuid 65534 --regid 65534 --clear-groups sh -c '%s' \"$0\" \"$@\""
                        .formatted(script.text().replace("'", "'\\''"))),
                arguments,
                reply,
                limit);
  }
}
