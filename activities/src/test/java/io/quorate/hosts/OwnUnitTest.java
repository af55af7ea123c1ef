package io.quorate.hosts;

import static io.quorate.hosts.ScratchMember.NAME;
import static io.quorate.hosts.ScratchMember.SETTINGS;
import static io.quorate.hosts.ScratchMember.await;
import static io.quorate.hosts.ScratchMember.permit;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import io.quorate.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Members that Quorate starts as processes while it is a unit of a real systemd itself. */
class OwnUnitTest extends OnScratchMember {
  private static final String UNIT = "quorate.service";

  private OwnSystemd systemd;

  @BeforeEach
  void boot() throws IOException {
    systemd = OwnSystemd.start(Files.createDirectories(folder.resolve("systemd")));
    systemd.write(UNIT, "[Service]\nExecStart=/bin/sleep 600\n");
    systemd.on("systemctl daemon-reload; systemctl start " + UNIT);
    await(() -> systemd.show("ActiveState", UNIT).equals("active"));
  }

  @AfterEach
  void end() throws IOException {
    if (systemd != null) {
      systemd.close();
    }
  }

  /** The shell of a worker that runs in that unit. */
  private Shell inTheUnit() {
    String join =
        "echo $$ >/sys/fs/cgroup%s/cgroup.procs || exit 99\n"
            .formatted(systemd.show("ControlGroup", UNIT));
    return (script, arguments, reply, limit) ->
        systemd
            .shell()
            .run(new Script(script.name(), join + script.text()), arguments, reply, limit);
  }

  private HostWorkloads workloads(Shell shell) {
    return new HostWorkloads(
        Hosts.of(List.of(new MemberScripts(scratch.member, shell, ScratchMember.LIMITS))),
        Clock.systemUTC());
  }

  @Test
  void aMemberGoesOnWhenTheUnitOfQuorateIsStopped() {
    workloads(inTheUnit()).start(NAME, SETTINGS, permit());
    assertThat(workloads(systemd.shell()).look(NAME).state()).isInstanceOf(Workload.Running.class);
    systemd.on("systemctl stop " + UNIT);
    assertThat(systemd.show("ActiveState", UNIT)).isEqualTo("inactive");
    assertThat(workloads(systemd.shell()).look(NAME).state()).isInstanceOf(Workload.Running.class);

    workloads(systemd.shell()).stop(NAME, permit());
    assertThat(workloads(systemd.shell()).look(NAME).state()).isEqualTo(Workload.Gone.HELD);
  }

  /** A systemd that makes no scope, as for a user who may not, keeps nobody from being started. */
  @Test
  void whereNoScopeIsMadeTheMemberIsStartedAllTheSame() {
    systemd.on("printf '#!/bin/sh\nexit 1\n' >/usr/local/sbin/systemd-run");
    workloads(inTheUnit()).start(NAME, SETTINGS, permit());
    assertThat(workloads(systemd.shell()).look(NAME).state()).isInstanceOf(Workload.Running.class);
  }
}
