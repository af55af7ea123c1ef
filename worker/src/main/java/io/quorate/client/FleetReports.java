package io.quorate.client;

import io.quorate.causes.FleetTroubles;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.ClusterStand;
import io.quorate.operation.SilencedFindings;
import io.quorate.operation.WatchNames;
import io.quorate.operation.WatchedShard;
import io.quorate.operation.WatchedShard.Troubled;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Last reports of the watch about the whole fleet. They are read every 15 s, one call a shard, so
 * that a list of ten thousand clusters costs no call. The report of a shard that nobody holds any
 * more stays: it is the last thing that is known.
 */
public final class FleetReports {
  private final ShardReports reports;
  private final FleetCauseBook causes;
  private final Supplier<List<ClusterKey>> clusters;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile Optional<Seen> seen = Optional.empty();

  /**
   * Creates a reader of the reports.
   *
   * @param clusters the clusters of the configuration
   */
  public FleetReports(
      ShardReports reports, FleetCauseBook causes, Supplier<List<ClusterKey>> clusters) {
    this.reports = reports;
    this.causes = causes;
    this.clusters = clusters;
  }

  /** How a cluster stood at the last look of its holder. */
  public record Look(ClusterStand stand, Instant at) {}

  /**
   * Fleet as the holders reported it last.
   *
   * @param shards the last report of each shard, by its number
   * @param held the shards that a worker holds
   * @param unasked clusters that a holder could not ask for 2 min
   * @param notice what is missing; empty where every shard is held and answered
   * @param causes the common causes of many troubles, in sentences; empty where there is none
   */
  public record Seen(
      Map<Integer, WatchedShard> shards,
      Set<Integer> held,
      Set<ClusterKey> unasked,
      Map<String, Look> looks,
      Map<ClusterKey, List<Troubled>> findings,
      List<SilencedFindings> silenced,
      Optional<String> notice,
      Optional<String> causes) {
    /** Returns how a cluster stands; empty where nobody has looked at it. */
    public Optional<Look> look(ClusterKey cluster) {
      return Optional.ofNullable(looks.get(cluster.value()));
    }

    /** Returns why the look at a cluster may be old, or is missing; empty where neither is so. */
    public Optional<String> unwatched(ClusterKey cluster) {
      if (!held.contains(WatchNames.shardOf(cluster))) {
        return Optional.of("No worker watches this cluster.");
      }
      if (unasked.contains(cluster)) {
        return Optional.of("The watch could not ask this cluster for 2 min.");
      }
      return look(cluster).isPresent()
          ? Optional.empty()
          : Optional.of("The watch has not looked at this cluster yet.");
    }
  }

  /** Reads the reports of all shards; of a shard that does not answer the last one counts. */
  public Seen read() {
    reading.lock();
    try {
      return readNow();
    } finally {
      reading.unlock();
    }
  }

  private Seen readNow() {
    ShardReports.Found found = reports.of(clusters.get(), Deadlines.LONG_ANSWER);
    Map<Integer, WatchedShard> shards = new HashMap<>();
    Set<Integer> held = new HashSet<>();
    seen.ifPresent(
        before -> {
          shards.putAll(before.shards());
          held.addAll(before.held());
          held.retainAll(found.unanswered());
        });
    found.shards().forEach(shard -> shards.put(shard.number(), shard));
    found.shards().forEach(shard -> held.add(shard.number()));
    Seen now =
        new Seen(
            shards,
            held,
            unasked(shards.values()),
            looks(shards.values()),
            shards.values().stream()
                .flatMap(shard -> shard.troubled().stream())
                .collect(Collectors.groupingBy(Troubled::cluster)),
            found.silenced(),
            notice(found.notice(), shards.values()),
            causes());
    seen = Optional.of(now);
    return now;
  }

  /** A report names 50 findings at most; clusters with further ones look well in the list. */
  private static Optional<String> notice(
      Optional<String> missing, Collection<WatchedShard> shards) {
    int more = shards.stream().mapToInt(shard -> shard.findings() - shard.troubled().size()).sum();
    String all =
        Stream.concat(
                missing.stream(),
                Stream.of(more + " more findings are not listed; see quorate_watch_findings.")
                    .filter(any -> more > 0))
            .collect(Collectors.joining(" "));
    return Optional.of(all).filter(text -> !text.isEmpty());
  }

  private Optional<String> causes() {
    return causes.troubles() instanceof Outcome.Done<FleetTroubles> done
        ? done.value().sentences()
        : seen.flatMap(Seen::causes);
  }

  private static Set<ClusterKey> unasked(Collection<WatchedShard> shards) {
    Set<ClusterKey> all = new HashSet<>();
    shards.forEach(shard -> all.addAll(shard.unasked()));
    return all;
  }

  private static Map<String, Look> looks(Collection<WatchedShard> shards) {
    Map<String, Look> looks = new HashMap<>();
    for (WatchedShard shard : shards) {
      for (WatchedShard.Alike alike : shard.alike().orElseGet(ArrayList::new)) {
        alike.lookedAt().forEach((key, at) -> looks.put(key, new Look(alike.stand(), at)));
      }
    }
    return looks;
  }

  /** Returns what was read last; reads where nothing was read yet. */
  public Seen last() {
    if (seen.isEmpty()) {
      reading.lock();
      try {
        return seen.orElseGet(this::readNow);
      } finally {
        reading.unlock();
      }
    }
    return seen.get();
  }
}
