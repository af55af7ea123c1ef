package io.quorate.worker;

import io.quorate.cluster.MembershipEntry;
import io.quorate.command.Looks;
import io.quorate.command.Parts;
import io.quorate.command.Probe;
import io.quorate.command.Roles;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationDraft.FoundMember;
import io.quorate.configuration.GatewayTransport;
import io.quorate.configuration.HostSettings;
import io.quorate.configuration.MemberSettings;
import io.quorate.configuration.PlatformSettings.OnHost;
import io.quorate.configuration.ServiceSettings;
import io.quorate.configuration.SnapshotBucket;
import io.quorate.configuration.TlsFiles;
import io.quorate.hosts.HostDataDirectories;
import io.quorate.hosts.RunningEtcd;
import io.quorate.port.ClusterRecords;
import io.quorate.port.DataDirectories;
import io.quorate.port.SnapshotCatalogue;
import io.quorate.port.SnapshotStore;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;

/** Wires the parts of a process by hand. A verb loads only the parts that it asks for. */
final class Wiring implements Parts {
  @Override
  public Looks looks(Configuration configuration) {
    Clock clock = Clock.systemUTC();
    return new ClusterLooks(new Clusters(configuration, clock), clock);
  }

  @Override
  public SnapshotCatalogue snapshots(Configuration configuration) {
    return SnapshotPlaces.of(configuration.snapshots(), Clock.systemUTC()).catalogue();
  }

  @Override
  public DataDirectories directories(ClusterSettings cluster) {
    return new HostDataDirectories(Clusters.hosts(cluster, new HostConnections()));
  }

  @Override
  public SnapshotStore store(Configuration configuration) {
    return SnapshotPlaces.of(configuration.snapshots(), Clock.systemUTC()).store();
  }

  @Override
  public ClusterRecords records(Configuration configuration) {
    return SnapshotPlaces.of(configuration.snapshots(), Clock.systemUTC()).records();
  }

  @Override
  public List<Probe> probes(Configuration configuration) {
    List<Probe> probes = new ArrayList<>();
    probes.addAll(hosts(configuration));
    probes.addAll(PodProbe.all(configuration));
    probes.add(new TemporalProbe(configuration.temporal()));
    if (configuration.snapshots() instanceof SnapshotBucket bucket) {
      probes.add(new BucketProbe(bucket, configuration.clusters().keySet()));
    }
    if (configuration.gateway().transport() instanceof GatewayTransport.OwnTls files) {
      probes.add(new CertificateProbe(files, Clock.systemUTC()));
    }
    configuration.slack().ifPresent(slack -> probes.add(new SlackProbe(slack)));
    return probes;
  }

  @Override
  public List<MembershipEntry> listed(List<URI> endpoints, Optional<TlsFiles> tls) {
    return ListedMembers.of(endpoints, tls);
  }

  @Override
  public List<FoundMember> membersOn(HostSettings.Ssh host) {
    try (var machines = new HostConnections()) {
      return RunningEtcd.on(machines.of(host)).stream().map(etcd -> found(host, etcd)).toList();
    }
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

  /** Each machine once, whoever of its members needs more there. */
  private static List<HostProbe> hosts(Configuration configuration) {
    HostConnections machines = new HostConnections();
    Map<HostSettings.Ssh, List<ServiceSettings>> services = new LinkedHashMap<>();
    configuration.clusters().values().stream()
        .flatMap(cluster -> cluster.everywhere().stream())
        .map(MemberSettings::platform)
        .forEach(
            platform -> {
              if (platform instanceof OnHost on && on.host() instanceof HostSettings.Ssh ssh) {
                services.computeIfAbsent(ssh, first -> new ArrayList<>()).add(on.service());
              }
            });
    return services.entrySet().stream()
        .map(host -> new HostProbe(machines.overSsh(host.getKey()), host.getValue()))
        .toList();
  }

  @Override
  public SSLContext trusting(Path ca) {
    return TrustedAuthority.in(ca);
  }

  @Override
  public int serve(Configuration configuration, Roles roles) {
    CountDownLatch told = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    Thread serves = Thread.currentThread();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(told, serves, closed)));
    try (Serving serving = new Serving(configuration, UnaryOperator.identity())) {
      return serving.until(roles, told);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return 0;
    } finally {
      closed.countDown();
    }
  }

  /**
   * Ends the process on a signal. The JVM exits when its shutdown hooks have returned, so this hook
   * waits until everything is closed. The interrupt ends a wait for a Temporal that is away.
   */
  private static void end(CountDownLatch told, Thread serves, CountDownLatch closed) {
    told.countDown();
    serves.interrupt();
    try {
      closed.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
