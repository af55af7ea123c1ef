package io.quorate.worker.platform;

import io.quorate.cluster.ClusterKey;
import io.quorate.command.Probe;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.ConfigurationDraft.FoundMember;
import io.quorate.configuration.EtcdRelease;
import io.quorate.configuration.MemberSettings;
import io.quorate.configuration.OnHost;
import io.quorate.configuration.OnHost.HostSettings;
import io.quorate.configuration.OnHost.MountPoint;
import io.quorate.configuration.OnHost.ServiceSettings;
import io.quorate.hosts.HostPlatform;
import io.quorate.hosts.Hosts;
import io.quorate.hosts.MemberScripts;
import io.quorate.hosts.ReleaseDirectory;
import io.quorate.hosts.ReleaseImage;
import io.quorate.hosts.RunningEtcd;
import io.quorate.port.Platform;
import io.quorate.shell.HostLimits;
import io.quorate.supervisor.MemberPaths;
import io.quorate.supervisor.ProcessSupervisor;
import io.quorate.supervisor.StaticPodSupervisor;
import io.quorate.supervisor.Supervisor;
import io.quorate.supervisor.SystemdSupervisor;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.volume.Mount;
import io.quorate.wire.CheckJson.Checked;
import io.quorate.workload.Grace;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Members that are processes on hosts, whatever supervises them there. */
final class HostsPlatform implements ClusterPlatform {
  private final List<EtcdRelease> releases;
  private final Clock clock;
  private final HostConnections machines = new HostConnections();
  private final Map<ClusterKey, Made> made = new ConcurrentHashMap<>();

  /** Ports with the settings of which they were made, which may change. */
  private record Made(ClusterSettings cluster, Platform ports) {}

  HostsPlatform(List<EtcdRelease> releases, Clock clock) {
    this.releases = releases;
    this.clock = clock;
  }

  @Override
  public Platform ports(ClusterSettings cluster) {
    return made.compute(
            cluster.key(),
            (key, before) ->
                before != null && before.cluster().members().equals(cluster.members())
                    ? before
                    : new Made(
                        cluster, HostPlatform.of(hosts(cluster), directories(), images(), clock)))
        .ports();
  }

  @Override
  public List<Probe> probes(Collection<ClusterSettings> clusters) {
    Stream<OnHost> places =
        clusters.stream()
            .flatMap(cluster -> cluster.everywhere().stream())
            .flatMap(HostsPlatform::settings);
    List<Probe> probes = new ArrayList<>(HostProbe.all(places, machines));
    clusters.forEach(cluster -> probes.addAll(PodProbe.all(cluster.key(), hosts(cluster))));
    return probes;
  }

  @Override
  public List<Checked> checks(
      MemberSettings member, Optional<Member> seen, ClusterView view, String whose) {
    return settings(member)
        .map(on -> new HostChecks(on, whose).of(seen, view))
        .findFirst()
        .orElseThrow();
  }

  /** The members that run on a machine, as a configuration would have them. */
  List<FoundMember> membersOn(HostSettings.Ssh host) {
    return RunningEtcd.on(machines.of(host)).stream().map(etcd -> found(host, etcd)).toList();
  }

  private static FoundMember found(HostSettings.Ssh host, RunningEtcd etcd) {
    return new FoundMember(
        host,
        etcd.name(),
        etcd.dataDirectory(),
        etcd.environmentFile(),
        etcd.binary(),
        etcd.unit(),
        etcd.manifest(),
        etcd.peerUrl(),
        etcd.clientUrl(),
        etcd.authority(),
        etcd.settingsFile(),
        etcd.adoption(),
        "pid %s of %s".formatted(etcd.pid(), etcd.user().orElse("an unknown user")));
  }

  /** The hosts of a cluster's members, and of the places where members may be. */
  private Hosts hosts(ClusterSettings cluster) {
    return Hosts.of(
        cluster.everywhere().stream()
            .flatMap(member -> settings(member).map(on -> scripts(member, on)))
            .toList());
  }

  /** The settings of a member on a host. */
  private static Stream<OnHost> settings(MemberSettings member) {
    return member.platform() instanceof OnHost on ? Stream.of(on) : Stream.empty();
  }

  private MemberScripts scripts(MemberSettings member, OnHost on) {
    return new MemberScripts(
        paths(member, on),
        machines.of(on.host()),
        HostLimits.standard(Grace.TERM),
        on.mountPoint().map(HostsPlatform::mount).orElse(Mount.AS_THE_MACHINE_SAYS));
  }

  private static MemberPaths paths(MemberSettings member, OnHost on) {
    return new MemberPaths(
        member.name(),
        member.etcdName(),
        on.dataDirectory().toString(),
        on.environmentFile().toString(),
        on.binary().toString(),
        supervisor(on.service()));
  }

  private static Supervisor supervisor(ServiceSettings service) {
    return switch (service) {
      case ServiceSettings.Process process ->
          new ProcessSupervisor(process.pidFile().toString(), process.logFile().toString());
      case ServiceSettings.Systemd systemd -> new SystemdSupervisor(systemd.unit());
      case ServiceSettings.StaticPod pod -> new StaticPodSupervisor(pod.manifest().toString());
    };
  }

  private static Mount mount(MountPoint configured) {
    return configured.path().map(Path::toString).map(Mount::at).orElse(Mount.NONE);
  }

  private List<ReleaseDirectory> directories() {
    return releases.stream()
        .flatMap(
            release ->
                release.directory().stream()
                    .map(path -> new ReleaseDirectory(release.version(), path.toString())))
        .toList();
  }

  private List<ReleaseImage> images() {
    return releases.stream()
        .flatMap(
            release ->
                release.image().stream().map(image -> new ReleaseImage(release.version(), image)))
        .toList();
  }

  @Override
  public void close() {
    machines.close();
  }
}
