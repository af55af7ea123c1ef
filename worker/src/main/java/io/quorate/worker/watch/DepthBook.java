package io.quorate.worker.watch;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.RoundSource;
import io.quorate.watch.CertificateRound;
import io.quorate.watch.ClockOff;
import io.quorate.watch.DeepKnowledge;
import io.quorate.watch.HostRound;
import io.quorate.watch.RoundMemory;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Book of what rounds, new connections and hosts showed of the clusters of this process.
 * Thread-safe.
 */
public final class DepthBook {
  /** Age up to which the comparison of all clocks is used again: it goes through all members. */
  private static final Duration COMPARED = Duration.ofMinutes(1);

  private final RoundSource rounds;
  private final Function<ClusterKey, Optional<CertificateRound>> certificates;
  private final Function<ClusterKey, Optional<HostRound>> hosts;
  private final Consumer<Predicate<ClusterKey>> forgotten;
  private final Map<ClusterKey, RoundMemory> memories = new ConcurrentHashMap<>();
  private final OwnClock own;
  private volatile FleetClock clock;

  /**
   * How far most clocks were ahead of Quorate's at a time.
   *
   * @param since when Quorate's clock was set last
   */
  private record FleetClock(Instant since, Instant at, Optional<Duration> ahead) {}

  /**
   * Creates a book of nothing.
   *
   * @param rounds what the members told last; asked after each look
   * @param certificates what new connections met last
   * @param hosts what the hosts showed last
   * @param forgotten lets go of what connections and hosts showed of clusters
   * @param nanos a clock that nobody sets, in nanoseconds since whenever
   */
  public DepthBook(
      RoundSource rounds,
      Function<ClusterKey, Optional<CertificateRound>> certificates,
      Function<ClusterKey, Optional<HostRound>> hosts,
      Consumer<Predicate<ClusterKey>> forgotten,
      InstantSource clock,
      LongSupplier nanos) {
    this.rounds = rounds;
    this.certificates = certificates;
    this.hosts = hosts;
    this.forgotten = forgotten;
    this.own = new OwnClock(clock, nanos);
    this.clock = new FleetClock(own.since(), Instant.EPOCH, Optional.empty());
  }

  /** Takes in what a look at the cluster has read. */
  void looked(ClusterKey cluster) {
    var round = rounds.last(cluster);
    memories.merge(cluster, RoundMemory.NONE.with(round), (before, first) -> before.with(round));
    Instant since = forget(own.since());
    memories.computeIfPresent(cluster, (key, memory) -> memory.withClocksOf(since, own.now()));
  }

  /** Returns the knowledge of this moment; asks no member. */
  DeepKnowledge known(ClusterKey cluster, Instant now) {
    forget(own.since());
    return new DeepKnowledge(
        memories.getOrDefault(cluster, RoundMemory.NONE),
        fleetClock(now),
        certificates.apply(cluster),
        hosts.apply(cluster));
  }

  /** Forgets the clocks of members where Quorate's own was set since. */
  private Instant forget(Instant since) {
    if (!since.equals(clock.since())) {
      memories.replaceAll((key, memory) -> memory.withClocksOf(since, own.now()));
      clock = new FleetClock(since, Instant.EPOCH, Optional.empty());
    }
    return since;
  }

  private Optional<Duration> fleetClock(Instant now) {
    FleetClock known = clock;
    if (now.isBefore(known.at()) || !now.isBefore(known.at().plus(COMPARED))) {
      known = new FleetClock(known.since(), now, ahead(now));
      clock = known;
    }
    return known.ahead();
  }

  private Optional<Duration> ahead(Instant now) {
    return ClockOff.usual(
        memories.values().stream().flatMap(memory -> memory.clocks(now)).toList());
  }

  /** Forgets clusters, which another worker watches from now on. */
  void forget(Predicate<ClusterKey> clusters) {
    memories.keySet().removeIf(clusters);
    forgotten.accept(clusters);
  }
}
