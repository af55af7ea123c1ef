package io.quorate.worker;

import io.quorate.cluster.MembershipEntry;
import io.quorate.command.Looks;
import io.quorate.command.Probe;
import io.quorate.command.Roles;
import io.quorate.command.Wiring;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationDraft.FoundMember;
import io.quorate.configuration.GatewaySettings.GatewayTransport;
import io.quorate.configuration.MemberSettings;
import io.quorate.configuration.OnHost.HostSettings;
import io.quorate.configuration.SetSettings.ApiAddress;
import io.quorate.configuration.SnapshotSettings.SnapshotBucket;
import io.quorate.configuration.TlsFiles;
import io.quorate.port.ClusterRecords;
import io.quorate.port.DataDirectories;
import io.quorate.port.FoundSets;
import io.quorate.port.SnapshotCatalogue;
import io.quorate.port.SnapshotStore;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.wire.CheckJson.Checked;
import io.quorate.worker.platform.Platforms;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;

/** Wires the parts of a process by hand. A verb loads only the parts that it asks for. */
final class ProcessWiring implements Wiring {
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
  public ClusterSettings located(ClusterSettings cluster) {
    try (Platforms platforms = platforms()) {
      return platforms.located(cluster);
    }
  }

  @Override
  public DataDirectories directories(ClusterSettings cluster) {
    return platforms().ports(cluster).data();
  }

  @Override
  public String disruptionBudget(ClusterSettings cluster) {
    try (Platforms platforms = platforms()) {
      return platforms.disruptionBudget(cluster);
    }
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
  public List<Checked> checks(
      MemberSettings member, Optional<Member> seen, ClusterView view, String whose) {
    return platforms().checks(member, seen, view, whose);
  }

  @Override
  public List<Probe> probes(Configuration configuration) {
    List<Probe> probes = new ArrayList<>(platforms().probes(configuration.clusters().values()));
    probes.add(new TemporalProbe(configuration.temporal()));
    if (configuration.snapshots() instanceof SnapshotBucket bucket) {
      probes.add(new BucketProbe(bucket, configuration.clusters().keySet()));
    }
    if (configuration.gateway().transport() instanceof GatewayTransport.OwnTls files) {
      probes.add(new CertificateProbe(files, Clock.systemUTC()));
    }
    configuration
        .slack()
        .ifPresent(slack -> probes.addAll(SlackProbe.of(slack, configuration.approval())));
    return probes;
  }

  @Override
  public List<MembershipEntry> listed(List<URI> endpoints, Optional<TlsFiles> tls) {
    return ListedMembers.of(endpoints, tls);
  }

  @Override
  public List<FoundMember> membersOn(HostSettings.Ssh host) {
    try (Platforms platforms = platforms()) {
      return platforms.membersOn(host);
    }
  }

  @Override
  public List<String> contexts(Path kubeconfig) {
    return Platforms.contexts(kubeconfig);
  }

  @Override
  public FoundSets setsIn(ApiAddress api, String namespace, List<String> chosen) {
    try (Platforms platforms = platforms()) {
      return platforms.setsIn(api, namespace, chosen);
    }
  }

  private static Platforms platforms() {
    return new Platforms(List.of(), Clock.systemUTC());
  }

  @Override
  public SSLContext trusting(Path ca) {
    return TrustedAuthority.in(ca);
  }

  @Override
  public int serve(Configuration configuration, Roles roles) {
    HangUp signals = HangUp.heard();
    CountDownLatch told = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    Thread serves = Thread.currentThread();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(told, serves, closed)));
    try (Serving serving = new Serving(configuration, UnaryOperator.identity())) {
      signals.runs(serving::reread);
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
