package io.quorate.worker.platform;

import io.quorate.command.Probe;
import io.quorate.configuration.OnHost;
import io.quorate.configuration.OnHost.HostSettings;
import io.quorate.configuration.OnHost.ServiceSettings;
import io.quorate.port.Failure;
import io.quorate.ssh.HostCapabilities;
import io.quorate.ssh.SshHost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Probes whether a host is reached over SSH, as whom, and whether what scripts need is there. */
record HostProbe(SshHost host, List<ServiceSettings> services) implements Probe {
  /** Each machine once, whoever of its members needs more there. */
  static List<HostProbe> all(Stream<OnHost> places, HostConnections machines) {
    Map<HostSettings.Ssh, List<ServiceSettings>> services = new LinkedHashMap<>();
    places.forEach(
        on -> {
          if (on.host() instanceof HostSettings.Ssh ssh) {
            services.computeIfAbsent(ssh, first -> new ArrayList<>()).add(on.service());
          }
        });
    return services.entrySet().stream()
        .map(host -> new HostProbe(machines.overSsh(host.getKey()), host.getValue()))
        .toList();
  }

  @Override
  public String name() {
    return "host " + host.name();
  }

  @Override
  public Optional<String> trouble() {
    try {
      return trouble(host.capabilities(), services);
    } catch (Failure unreached) {
      return Optional.of(String.valueOf(unreached.getMessage()));
    }
  }

  static Optional<String> trouble(HostCapabilities host, List<ServiceSettings> services) {
    boolean systemd = services.stream().anyMatch(ServiceSettings.Systemd.class::isInstance);
    boolean process = services.stream().anyMatch(ServiceSettings.Process.class::isInstance);
    if (!host.missingTools().isEmpty()) {
      return Optional.of(String.join(", ", host.missingTools()) + " is missing there; install it");
    }
    if (systemd && host.systemd().isEmpty()) {
      return Optional.of("its first process is not systemd, which service: {systemd: ...} needs");
    }
    if (systemd && !host.root()) {
      return Optional.of(
          "scripts run as "
              + host.user()
              + " there, and units can be held by root only; write sudo: true, or log in as root");
    }
    if (process && host.endsAtLogout().isPresent()) {
      return Optional.of(
          "logind ends there what is started in a login of %s once that ends (KillUserProcesses=yes),"
                  .formatted(host.endsAtLogout().get())
              + " also a member; write KillUserProcesses=no to logind.conf there and restart"
              + " systemd-logind, or let a unit of systemd run the member");
    }
    return Optional.empty();
  }
}
