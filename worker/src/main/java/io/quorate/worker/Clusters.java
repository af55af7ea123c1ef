package io.quorate.worker;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.configuration.BackupSettings;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.ClusterSettings.Credentials;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.MemberSettings;
import io.quorate.configuration.TlsFiles;
import io.quorate.etcd.EtcdConnections;
import io.quorate.etcd.EtcdEndpoints;
import io.quorate.etcd.Login;
import io.quorate.etcd.MetCertificates;
import io.quorate.etcd.PinnedPorts;
import io.quorate.etcd.Tls;
import io.quorate.port.CertificateSource;
import io.quorate.port.ClusterPorts;
import io.quorate.port.ComparedLogs;
import io.quorate.port.Failure;
import io.quorate.port.Platform;
import io.quorate.port.PulseSource;
import io.quorate.port.RoundSource;
import io.quorate.snapshots.SnapshotPlace;
import io.quorate.watch.KeptChannels;
import io.quorate.watch.Pulse;
import io.quorate.worker.platform.Platforms;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Clusters of the configuration, each with its adapters; connections open when first used. */
public final class Clusters implements AutoCloseable {
  /**
   * Delay before connections of a removed cluster close: longer than any look or step waits for a
   * member.
   */
  private static final Duration FORGOTTEN = Duration.ofMinutes(1);

  private final Supplier<Configuration> current;
  private final UnaryOperator<ClusterPorts> decorated;
  private final Clock clock;
  private final SnapshotPlace place;
  private final Map<ClusterSettings, EtcdConnections> connections = new ConcurrentHashMap<>();
  private final Platforms platforms;
  private final ComparedLogs compared = new ComparedLogs();

  public Clusters(Configuration configuration, Clock clock) {
    this(() -> configuration, clock, UnaryOperator.identity());
  }

  /**
   * Creates clusters that come, change and go, with decorated ports, by which the playground stops
   * a worker before or after an effect.
   */
  Clusters(Supplier<Configuration> current, Clock clock, UnaryOperator<ClusterPorts> decorated) {
    Configuration configuration = current.get();
    this.current = current;
    this.decorated = decorated;
    this.clock = clock;
    this.platforms = new Platforms(configuration.releases(), clock);
    this.place = SnapshotPlaces.of(configuration.snapshots(), clock);
  }

  /**
   * The ports of one cluster for one attempt, which has its own pins of identities.
   *
   * @throws Failure.UnknownCluster when the cluster is not configured
   */
  public ClusterPorts ports(ClusterKey key) {
    return decorated.apply(undecorated(key));
  }

  /** The platform of one cluster, without a question for the members of the cluster. */
  Platform platform(ClusterKey key) {
    return platforms.ports(current.get().required(key));
  }

  /** The ports of one cluster for a look that is no attempt of an activity. */
  ClusterPorts undecorated(ClusterKey key) {
    ClusterSettings settings = platforms.located(current.get().required(key));
    PinnedPorts pinned = connections(settings).pinnedPorts(current.get().canary().key());
    return new ClusterPorts(
        key,
        settings.places(),
        pinned.membership(),
        pinned.maintenance(),
        pinned.storage(),
        pinned.downgrade(),
        pinned.canary(),
        platforms.ports(settings),
        place.store(),
        place.comparisons(),
        current.get().lookAgain(),
        Optional.of(place.records()),
        settings.backup().policy(),
        compared);
  }

  /**
   * The pulses of all clusters, on the connections that their ports use.
   *
   * @param kept which connections stay open between two pulses
   */
  PulseSource pulses(Supplier<KeptChannels> kept) {
    return new ClusterPulses(
        key -> pulsed(key, kept), Thread::startVirtualThread, System::nanoTime);
  }

  /** The figures that the members of all clusters told last, on whatever connection. */
  RoundSource rounds() {
    return key -> connections(platforms.located(current.get().required(key))).round();
  }

  /** The certificates that new connections to all clusters meet. */
  CertificateSource certificates() {
    return key -> {
      ClusterSettings settings = platforms.located(current.get().required(key));
      return MetCertificates.of(endpoints(settings), peerUrls(settings), clock);
    };
  }

  /** The peer URLs of the members, without places to which a member has yet to move. */
  private static Map<MemberName, URI> peerUrls(ClusterSettings settings) {
    return settings.everywhere().stream()
        .filter(member -> member.place().nextOf().isEmpty())
        .collect(Collectors.toMap(MemberSettings::name, MemberSettings::peerUrl));
  }

  /** All clusters of the configuration, each with the zones of its members. */
  Map<ClusterKey, Set<FailureDomain>> zones() {
    return current.get().clusters().values().stream()
        .collect(
            Collectors.toMap(
                ClusterSettings::key,
                cluster ->
                    cluster.everywhere().stream()
                        .map(MemberSettings::zone)
                        .collect(Collectors.toSet())));
  }

  private Supplier<CompletionStage<Pulse>> pulsed(ClusterKey key, Supplier<KeptChannels> kept) {
    EtcdConnections members = connections(platforms.located(current.get().required(key)));
    return () -> members.pulse(clock, kept.get());
  }

  private EtcdConnections connections(ClusterSettings located) {
    return connections.computeIfAbsent(reached(located), Clusters::connect);
  }

  /** The place of snapshots, records and comparisons. */
  SnapshotPlace place() {
    return place;
  }

  /** Why snapshots could not be saved now, in a sentence; empty when they could be. */
  Optional<String> snapshotTrouble() {
    SortedMap<ClusterKey, ClusterSettings> known = current.get().clusters();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    try {
      place.store().requireRoomFor(known.firstKey(), 0);
      return Optional.empty();
    } catch (Failure trouble) {
      return Optional.of(String.valueOf(trouble.getMessage()));
    }
  }

  /**
   * Closes connections to clusters that changed or went, a while later, so that looks under way end
   * by themselves.
   */
  void forget(Set<ClusterKey> changed) {
    Executor later =
        CompletableFuture.delayedExecutor(
            FORGOTTEN.toSeconds(), TimeUnit.SECONDS, Thread::startVirtualThread);
    connections.keySet().stream()
        .filter(settings -> changed.contains(settings.key()))
        .filter(settings -> !isCurrent(settings))
        .forEach(settings -> later.execute(() -> close(settings)));
  }

  /** Whether connections are those of a cluster as it is now; StatefulSets name members. */
  private boolean isCurrent(ClusterSettings settings) {
    return current
        .get()
        .cluster(settings.key())
        .map(
            cluster -> cluster.sets().isEmpty() ? cluster : cluster.withMembers(settings.members()))
        .map(Clusters::reached)
        .filter(settings::equals)
        .isPresent();
  }

  /**
   * Returns the settings on which connections depend, so that a change of labels or schedules
   * closes no connection.
   */
  private static ClusterSettings reached(ClusterSettings cluster) {
    return new ClusterSettings(
        cluster.key(),
        cluster.sets(),
        Map.of(),
        cluster.members(),
        cluster.tls(),
        cluster.peerTls(),
        cluster.credentials(),
        BackupSettings.NONE);
  }

  private void close(ClusterSettings settings) {
    EtcdConnections gone = isCurrent(settings) ? null : connections.remove(settings);
    if (gone != null) {
      gone.close();
    }
  }

  private static EtcdConnections connect(ClusterSettings settings) {
    return new EtcdConnections(endpoints(settings));
  }

  private static EtcdEndpoints endpoints(ClusterSettings settings) {
    Map<MemberName, URI> urls =
        settings.everywhere().stream()
            .collect(Collectors.toMap(MemberSettings::name, MemberSettings::clientUrl));
    return new EtcdEndpoints(
        settings.key(),
        urls,
        metricsUrls(settings),
        settings.tls().map(Clusters::tls),
        settings.peerTls().map(Clusters::tls),
        settings.credentials().map(Clusters::login));
  }

  private static Map<MemberName, URI> metricsUrls(ClusterSettings settings) {
    Map<MemberName, URI> urls = new TreeMap<>();
    settings
        .everywhere()
        .forEach(member -> member.metricsUrl().ifPresent(url -> urls.put(member.name(), url)));
    return urls;
  }

  static Tls tls(TlsFiles files) {
    return new Tls(
        files.ca(),
        files.own().map(TlsFiles.OwnCertificate::certificate),
        files.own().map(TlsFiles.OwnCertificate::key));
  }

  private static Login login(Credentials credentials) {
    return new Login(credentials.user().read(), credentials.password().read());
  }

  @Override
  public void close() {
    connections.values().forEach(EtcdConnections::close);
    platforms.close();
  }
}
