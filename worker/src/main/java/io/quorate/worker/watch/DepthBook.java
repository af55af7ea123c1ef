package io.quorate.worker.watch;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.RoundSource;
import io.quorate.watch.CertificateRound;
import io.quorate.watch.ClockOff;
import io.quorate.watch.DeepKnowledge;
import io.quorate.watch.RoundMemory;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;

/** Book of what rounds and new connections showed of the clusters of this process. Thread-safe. */
public final class DepthBook {
  /** Age up to which the comparison of all clocks is used again: it goes through all members. */
  private static final Duration COMPARED = Duration.ofMinutes(1);

  private final RoundSource rounds;
  private final Function<ClusterKey, Optional<CertificateRound>> certificates;
  private final Map<ClusterKey, RoundMemory> memories = new ConcurrentHashMap<>();
  private volatile FleetClock clock = new FleetClock(Instant.EPOCH, Optional.empty());

  /** How far most clocks were ahead of Quorate's at a time. */
  private record FleetClock(Instant at, Optional<Duration> ahead) {}

  /**
   * Creates a book of nothing.
   *
   * @param rounds what the members told last; asked after each look
   * @param certificates what new connections met last
   */
  public DepthBook(
      RoundSource rounds, Function<ClusterKey, Optional<CertificateRound>> certificates) {
    this.rounds = rounds;
    this.certificates = certificates;
  }

  /** Takes in what a look at the cluster has read. */
  void looked(ClusterKey cluster) {
    var round = rounds.last(cluster);
    memories.merge(cluster, RoundMemory.NONE.with(round), (before, first) -> before.with(round));
  }

  /** Returns the knowledge of this moment; asks no member. */
  DeepKnowledge known(ClusterKey cluster, Instant now) {
    return new DeepKnowledge(
        memories.getOrDefault(cluster, RoundMemory.NONE),
        fleetClock(now),
        certificates.apply(cluster));
  }

  private Optional<Duration> fleetClock(Instant now) {
    FleetClock known = clock;
    if (now.isBefore(known.at()) || !now.isBefore(known.at().plus(COMPARED))) {
      known = new FleetClock(now, ahead(now));
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
  }
}
