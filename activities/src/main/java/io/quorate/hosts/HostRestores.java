package io.quorate.hosts;

import io.quorate.cluster.MemberName;
import io.quorate.volume.EtcdTools;
import io.quorate.volume.RestoreMeans;
import io.quorate.volume.VolumeRestores;
import java.util.List;
import java.util.SortedMap;

/** Salvage and restore on the hosts of members. */
public final class HostRestores extends VolumeRestores {
  public HostRestores(Hosts hosts, List<ReleaseDirectory> releases) {
    this(hosts, releases, new ProgramVersions());
  }

  HostRestores(Hosts hosts, List<ReleaseDirectory> releases, ProgramVersions versions) {
    super(new HostVolumes(hosts, versions), new Means(hosts, new ToolSearch(releases, versions)));
  }

  private record Means(Hosts hosts, ToolSearch search) implements RestoreMeans {
    @Override
    public EtcdTools tools(MemberName member) {
      return search.of(hosts.of(member));
    }

    @Override
    public SortedMap<String, String> settings(MemberName member) {
      MemberScripts host = hosts.of(member);
      return InstallationObservation.of(
              host.look(MemberScript.INSTALLATION, List.of()), host.member(), List.of())
          .settings();
    }
  }
}
