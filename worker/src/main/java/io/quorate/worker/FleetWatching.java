package io.quorate.worker;

import io.micrometer.core.instrument.MeterRegistry;
import io.quorate.client.Deadlines;
import io.quorate.client.QuorateClient;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.FailureDomain;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.Derived;
import io.quorate.configuration.Descriptors;
import io.quorate.configuration.HeartbeatSettings;
import io.quorate.configuration.SharedAttributes;
import io.quorate.watch.CertificateRound;
import io.quorate.watch.HostRound;
import io.quorate.watch.PacedRound;
import io.quorate.worker.activity.ShardHolder;
import io.quorate.worker.watch.DeadManSwitch;
import io.quorate.worker.watch.DepthBook;
import io.quorate.worker.watch.FleetWatch;
import io.quorate.worker.watch.HeldShards;
import io.quorate.worker.watch.LookPlaces;
import io.quorate.worker.watch.PacedRounds;
import io.quorate.worker.watch.PacedRounds.Pace;
import io.quorate.worker.watch.ShardWorkflows;
import io.quorate.worker.watch.Silences;
import io.quorate.worker.watch.SparedCalls;
import io.quorate.worker.watch.Tellings;
import io.quorate.worker.watch.Unwanted;
import io.quorate.worker.watch.WatchLooks;
import io.quorate.worker.watch.WatchMetrics;
import io.quorate.worker.watch.WatchTurns;
import io.quorate.worker.watch.Watchman;
import io.quorate.worker.watch.WorkersCount;
import io.quorate.workflow.ShardActivities;
import io.quorate.workload.ConfiguredMember;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Watch of this process over the clusters of the shards that it holds, wired together. */
final class FleetWatching implements AutoCloseable {
  /** How often the workflows of shards are started that do not run. */
  private static final Duration START = Duration.ofMinutes(1);

  /** How often the channels are counted that this process wants. */
  private static final Duration COUNT = Duration.ofSeconds(5);

  /** New TLS connections to 10,000 clusters take 83 minutes. */
  private static final Pace HANDSHAKES = new Pace("certificates", 2, 16);

  /** Hosts of 10,000 clusters take 3 hours, with some 20 scripts at one time. */
  private static final Pace HOSTS = new Pace("hosts", 1, 6);

  private final Supplier<Configuration> current;
  private final TemporalConnection temporal;
  private final HeldShards shards;
  private final ChannelLimit channels;
  private final PacedRounds<CertificateRound> handshakes;
  private final PacedRounds<HostRound> hosts;
  private final Watchman watchman;
  private final WatchTurns turns;
  private final WorkersCount workers;
  private final FleetWatch fleet;
  private final QuorateClient client;
  private final Clock clock;
  private Optional<DeadManSwitch> deadManSwitch = Optional.empty();

  /** Thread of the pulses alone, so that a call to Temporal never delays a pulse. */
  private final ScheduledExecutorService pulses =
      Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("pulses").factory());

  private final ScheduledExecutorService later =
      Executors.newScheduledThreadPool(2, Thread.ofVirtual().name("watch-", 0).factory());

  FleetWatching(
      Supplier<Configuration> current,
      TemporalConnection temporal,
      Clusters clusters,
      QuorateClient client,
      Clock clock) {
    this.current = current;
    this.temporal = temporal;
    this.client = client;
    this.clock = clock;
    this.shards = new HeldShards(current.get().clusters().keySet(), System::nanoTime);
    this.channels = new ChannelLimit(current, shards::watches, Descriptors.limit());
    WatchLooks looks = new WatchLooks(clusters::undecorated, clock);
    this.handshakes = paced(HANDSHAKES, clusters.certificates()::certificates);
    this.hosts = paced(HOSTS, looks::hosts);
    Silences silences = new Silences(client.watched()::silenced, clock, Thread::startVirtualThread);
    Derived<SharedAttributes> attributes = new Derived<>(current, SharedAttributes::new);
    this.watchman =
        new Watchman(
            looks,
            new LookPlaces((cluster, member) -> current.get().zone(cluster, member)),
            new Tellings(
                client,
                (cluster, silent, version) -> attributes.get().of(cluster, silent, version),
                new SparedCalls(System::nanoTime),
                clock),
            new DepthBook(
                clusters.rounds(),
                handshakes::last,
                hosts::last,
                this::forgetRounds,
                clock,
                System::nanoTime),
            new Unwanted(this::isOff, silences),
            clock);
    this.turns = new WatchTurns(watchman, shards::watches, clock);
    this.workers = new WorkersCount(temporal::workers, clock);
    this.fleet =
        new FleetWatch(
            zones(current.get()),
            shards::watches,
            clusters.pulses(channels),
            turns,
            System::nanoTime,
            Thread::startVirtualThread);
  }

  private <T extends PacedRound<T>> PacedRounds<T> paced(
      Pace pace, Function<ClusterKey, T> source) {
    return new PacedRounds<>(
        () -> current.get().clusters().keySet(),
        shards::watches,
        pace,
        source,
        clock,
        Thread::startVirtualThread);
  }

  private void forgetRounds(Predicate<ClusterKey> gone) {
    handshakes.forget(gone);
    hosts.forget(gone);
  }

  /** Returns the activity by which this process holds shards. */
  ShardActivities holder() {
    return new ShardHolder(shards, watchman, workers);
  }

  /**
   * Starts the workflows of the shards that have a cluster, and again those that somebody ended.
   * The worker has to poll already.
   */
  void start(MeterRegistry registry) {
    new WatchMetrics(shards, watchman, fleet).bindTo(registry);
    ScheduledFuture<?> starts =
        later.scheduleWithFixedDelay(this::startShards, 0, START.toMinutes(), TimeUnit.MINUTES);
    assert !starts.isCancelled();
    current.get().heartbeat().ifPresent(heartbeat -> start(heartbeat, registry));
    fleet.start(pulses);
    handshakes.start(later);
    hosts.start(later);
    ScheduledFuture<?> counts =
        later.scheduleWithFixedDelay(channels::count, 0, COUNT.toSeconds(), TimeUnit.SECONDS);
    assert !counts.isCancelled();
  }

  private void start(HeartbeatSettings settings, MeterRegistry registry) {
    DeadManSwitch made =
        new DeadManSwitch(
            settings.url(),
            shards::holdsFirst,
            () -> client.watched().of(current.get().clusters().keySet()),
            clock,
            registry);
    deadManSwitch = Optional.of(made);
    ScheduledFuture<?> beats =
        later.scheduleWithFixedDelay(
            made, settings.every().toSeconds(), settings.every().toSeconds(), TimeUnit.SECONDS);
    assert !beats.isCancelled();
  }

  private void startShards() {
    new ShardWorkflows(
            temporal.client(),
            client.calls(),
            current.get().temporal().taskQueue(),
            Deadlines.LONG_ANSWER)
        .start(shards.needed());
  }

  /** Goes on with the clusters that there are now. */
  void know(Set<ClusterKey> changed) {
    Configuration now = current.get();
    Set<Integer> before = shards.needed();
    shards.know(now.clusters().keySet());
    fleet.know(zones(now));
    watchman.forget(now.gone(changed));
    if (!before.containsAll(shards.needed())) {
      later.execute(this::startShards);
    }
  }

  private boolean isOff(ClusterKey cluster, String name) {
    return current
        .get()
        .cluster(cluster)
        .filter(settings -> !settings.watch().off().contains(name))
        .isEmpty();
  }

  private static Map<ClusterKey, Set<FailureDomain>> zones(Configuration configuration) {
    return configuration.clusters().values().stream()
        .collect(Collectors.toMap(ClusterSettings::key, FleetWatching::zones));
  }

  /** The zones of the members, of which the configuration may know none. */
  private static Set<FailureDomain> zones(ClusterSettings cluster) {
    return cluster.places().values().stream()
        .map(ConfiguredMember::zone)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public void close() {
    pulses.shutdownNow();
    later.shutdownNow();
    deadManSwitch.ifPresent(DeadManSwitch::close);
    turns.close();
  }
}
