package io.quorate.hosts;

import static io.quorate.hosts.ScratchMember.NAME;
import static io.quorate.hosts.ScratchMember.SETTINGS;
import static io.quorate.hosts.ScratchMember.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.port.Failure;
import io.quorate.shell.Shell;
import io.quorate.workload.Workload;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A process that is started over SSH is in the login's control group, and logind may end that with
 * the connection. Control group and logind are stood in for by a file and by what busctl prints.
 */
class LogoutTest extends OnScratchMember {
  private static final String LOGIN = "0::/user.slice/user-0.slice/session-7.scope\n";

  @BeforeEach
  void make() throws IOException {
    scratch.write("cgroup", LOGIN);
  }

  private HostWorkloads overSsh() {
    Shell login = ChangedScripts.reading(Map.of("/proc/self/cgroup", scratch.path("cgroup")));
    return scratch.workloads(ChangedScripts.finding(scratch.path("programs"), login));
  }

  /** As busctl prints the three properties: the users of a list, each in quotes. */
  private void logind(String excluded, String only, boolean all) throws IOException {
    ChangedScripts.program(
        scratch.path("programs"),
        "busctl",
        """
        [ "$*" = "get-property org.freedesktop.login1 /org/freedesktop/login1 \
        org.freedesktop.login1.Manager KillExcludeUsers KillOnlyUsers KillUserProcesses" ] || exit 1
        printf '%%s\\n' 'as %s' 'as %s' 'b %s'
        """
            .formatted(excluded, only, all));
  }

  private boolean ends() {
    return overSsh().look(NAME).evidence().contains("KillUserProcesses=yes");
  }

  @Test
  void aMemberThatWouldEndWithTheLoginIsNeitherStartedNorStopped() throws IOException {
    logind("1 \"kiosk\"", "0", true);
    assertThat(overSsh().look(NAME).state()).isEqualTo(Workload.Gone.STOPPED);
    assertThat(overSsh().look(NAME).evidence())
        .contains(
            "; it cannot be started: logind ends what is started in a login of root once that ends"
                + " (KillUserProcesses=yes); write KillUserProcesses=no to logind.conf there");
    String before = scratch.read("etcd-0.env");
    assertThatThrownBy(() -> overSsh().start(NAME, SETTINGS, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("KillUserProcesses=no");
    assertThat(scratch.read("etcd-0.env")).isEqualTo(before);

    scratch.workloads().start(NAME, SETTINGS, permit());
    Workload runs = scratch.workloads().look(NAME);
    assertThatThrownBy(() -> overSsh().stop(NAME, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("KillUserProcesses=no");
    assertThat(scratch.workloads().look(NAME)).isEqualTo(runs);
  }

  @Test
  void aMemberStartsWhereLogindKeepsTheProcessesOfTheUser() throws IOException {
    logind("1 \"root\"", "0", true);
    assertThat(ends()).isFalse();
    logind("0", "0", true);
    assertThat(ends()).as("root, without a list").isFalse();
    logind("1 \"rooted\"", "0", true);
    assertThat(ends()).isTrue();
    logind("0", "1 \"ops\"", true);
    assertThat(ends()).isFalse();
    logind("1 \"kiosk\"", "2 \"ops\" \"root\"", false);
    assertThat(ends()).isTrue();
    logind("0", "0", false);
    assertThat(ends()).isFalse();
    overSsh().start(NAME, SETTINGS, permit());
    assertThat(scratch.state()).isInstanceOf(Workload.Running.class);
  }

  @Test
  void aProcessOutsideOfALoginNeverEndsWithTheLogin() throws IOException {
    logind("1 \"kiosk\"", "0", true);
    scratch.write("cgroup", "1:name=systemd:/\n0::/system.slice/ssh.service\n");
    assertThat(ends()).isFalse();
  }

  /** Without logind there is nobody who would end it. */
  @Test
  void aMachineWithoutLogindEndsNothing() throws IOException {
    ChangedScripts.program(scratch.path("programs"), "busctl", "exit 1");
    assertThat(ends()).isFalse();
  }
}
