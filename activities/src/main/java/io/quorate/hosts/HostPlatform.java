package io.quorate.hosts;

import io.quorate.port.Platform;
import java.time.Clock;
import java.util.List;

/**
 * Members as processes on hosts. One instance serves the whole life of the worker, because it
 * remembers the etcd version of each program file.
 */
public record HostPlatform(
    HostWorkloads workloads,
    HostDataDirectories data,
    HostInstallations installations,
    HostRestores restores)
    implements Platform {

  /** The platform of these hosts, with the releases that their members can be switched to. */
  public static HostPlatform of(Hosts hosts, List<ReleaseDirectory> releases, Clock clock) {
    return new HostPlatform(
        new HostWorkloads(hosts, clock),
        new HostDataDirectories(hosts),
        new HostInstallations(hosts, releases),
        new HostRestores(hosts, releases));
  }
}
