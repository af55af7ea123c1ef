package io.quorate.worker.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.configuration.OnHost.ServiceSettings;
import io.quorate.ssh.HostCapabilities;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HostProbeTest {
  private static final ServiceSettings UNIT = new ServiceSettings.Systemd("etcd.service");
  private static final ServiceSettings PROCESS =
      new ServiceSettings.Process(Path.of("/run/etcd.pid"), Path.of("/var/log/etcd.log"));

  @Test
  void theProbeNamesAMemberProcessThatEndsWithTheLogin() {
    HostCapabilities ends = host(Optional.of("ops"), List.of());
    assertThat(HostProbe.trouble(ends, List.of(UNIT, PROCESS)).orElseThrow())
        .contains("a login of ops", "KillUserProcesses=no");
    assertThat(HostProbe.trouble(ends, List.of(UNIT))).isEmpty();
    assertThat(HostProbe.trouble(host(Optional.empty(), List.of()), List.of(PROCESS))).isEmpty();
  }

  @Test
  void toolsThatAreMissingAreNamed() {
    HostCapabilities bare = host(Optional.empty(), List.of("grep(GNU)", "timeout(coreutils)"));
    assertThat(HostProbe.trouble(bare, List.of(PROCESS)))
        .contains("grep(GNU), timeout(coreutils) is missing there; install it");
  }

  private static HostCapabilities host(Optional<String> endsAtLogout, List<String> missing) {
    return new HostCapabilities(
        "root", true, Optional.empty(), Optional.of(252), endsAtLogout, missing);
  }
}
