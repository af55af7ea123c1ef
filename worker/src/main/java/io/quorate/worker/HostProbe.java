package io.quorate.worker;

import io.quorate.command.Probe;
import io.quorate.hosts.ssh.Greeting;
import io.quorate.hosts.ssh.SshHost;
import io.quorate.port.Failure;
import java.util.Optional;

/** Probes whether a host is reached over SSH, as whom, and whether what scripts need is there. */
record HostProbe(SshHost host, boolean systemd) implements Probe {
  @Override
  public String name() {
    return "host " + host.name();
  }

  @Override
  public Optional<String> trouble() {
    try {
      return trouble(host.greeting());
    } catch (Failure unreached) {
      return Optional.of(String.valueOf(unreached.getMessage()));
    }
  }

  private Optional<String> trouble(Greeting greeting) {
    if (!greeting.missingTools().isEmpty()) {
      return Optional.of(
          String.join(", ", greeting.missingTools()) + " is missing there; install it");
    }
    if (systemd && greeting.systemd().isEmpty()) {
      return Optional.of("its first process is not systemd, which service: {systemd: ...} needs");
    }
    if (systemd && !greeting.root()) {
      return Optional.of(
          "scripts run as "
              + greeting.user()
              + " there, and units can be held by root only; write sudo: true, or log in as root");
    }
    return Optional.empty();
  }
}
