package io.quorate.hosts;

import io.quorate.port.Platform;
import java.time.Clock;
import java.util.List;

/**
 * Members as processes on hosts. Kept for the life of the process: it remembers which etcd a
 * program is.
 */
public record HostPlatform(
    HostWorkloads workloads, HostDataDirectories data, HostInstallations installations)
    implements Platform {

  /** The members on these hosts, with the releases that they can be switched to. */
  public static HostPlatform of(Hosts hosts, List<ReleaseDirectory> releases, Clock clock) {
    return new HostPlatform(
        new HostWorkloads(hosts, clock),
        new HostDataDirectories(hosts),
        new HostInstallations(hosts, releases));
  }
}
