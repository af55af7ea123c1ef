package io.quorate.worker;

import io.quorate.command.Probe;
import io.quorate.configuration.ServiceSettings;
import io.quorate.port.Failure;
import io.quorate.ssh.Greeting;
import io.quorate.ssh.SshHost;
import java.util.List;
import java.util.Optional;

/** Probes whether a host is reached over SSH, as whom, and whether what scripts need is there. */
record HostProbe(SshHost host, List<ServiceSettings> services) implements Probe {
  @Override
  public String name() {
    return "host " + host.name();
  }

  @Override
  public Optional<String> trouble() {
    try {
      return trouble(host.greeting(), services);
    } catch (Failure unreached) {
      return Optional.of(String.valueOf(unreached.getMessage()));
    }
  }

  static Optional<String> trouble(Greeting greeting, List<ServiceSettings> services) {
    boolean systemd = services.stream().anyMatch(ServiceSettings.Systemd.class::isInstance);
    boolean process = services.stream().anyMatch(ServiceSettings.Process.class::isInstance);
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
    if (process && greeting.endsAtLogout().isPresent()) {
      return Optional.of(
          "logind ends there what is started in a login of %s once that ends (KillUserProcesses=yes),"
                  .formatted(greeting.endsAtLogout().get())
              + " also a member; write KillUserProcesses=no to logind.conf there and restart"
              + " systemd-logind, or let a unit of systemd run the member");
    }
    return Optional.empty();
  }
}
