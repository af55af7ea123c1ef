package io.quorate.hosts;

import io.quorate.volume.VolumeDirectories;
import java.time.Clock;

/** Data directories of members on hosts. */
public final class HostDataDirectories extends VolumeDirectories {
  public HostDataDirectories(Hosts hosts) {
    this(hosts, new ProgramVersions(), Clock.systemUTC());
  }

  HostDataDirectories(Hosts hosts, ProgramVersions versions, Clock clock) {
    super(new HostVolumes(hosts, versions), clock);
  }
}
