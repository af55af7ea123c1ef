package io.quorate.worker.watch;

import io.quorate.cluster.ClusterKey;
import io.quorate.observation.LogOnce;
import io.quorate.watch.PacedRound;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rounds over the clusters that this process holds, of one depth: each result says when the next
 * one of its cluster is due. They begin at a pace, so a fleet that is all new is spread over hours,
 * and stays spread from then on.
 *
 * @param <T> result of a round at one cluster
 */
public final class PacedRounds<T extends PacedRound<T>> {
  private static final Logger LOG = LoggerFactory.getLogger(PacedRounds.class);
  private static final Duration AFTER_A_FAILURE = Duration.ofHours(1);

  private final Supplier<Set<ClusterKey>> clusters;
  private final Predicate<ClusterKey> held;
  private final Pace pace;
  private final Function<ClusterKey, T> source;
  private final Clock clock;
  private final Executor threads;
  private final Map<ClusterKey, T> last = new ConcurrentHashMap<>();
  private final Map<ClusterKey, T> old = new ConcurrentHashMap<>();
  private final Map<ClusterKey, Instant> due = new ConcurrentHashMap<>();
  private final Set<ClusterKey> underWay = ConcurrentHashMap.newKeySet();
  private final LogOnce troubles = new LogOnce();

  /**
   * Pace of the rounds of one depth.
   *
   * @param words what a round looks at, for the log: {@code certificates}
   * @param aSecond clusters that begin in one second
   * @param atOnce most clusters at one time: members and hosts that hang hold a place for a while
   */
  public record Pace(String words, int aSecond, int atOnce) {}

  /**
   * Creates rounds of which none was made yet.
   *
   * @param clusters all clusters of the configuration as it is now
   * @param held which clusters this process holds
   * @param source looks at a cluster; may block, and throw where the cluster cannot be asked
   * @param threads threads that may block
   */
  public PacedRounds(
      Supplier<Set<ClusterKey>> clusters,
      Predicate<ClusterKey> held,
      Pace pace,
      Function<ClusterKey, T> source,
      Clock clock,
      Executor threads) {
    this.clusters = clusters;
    this.held = held;
    this.pace = pace;
    this.source = source;
    this.clock = clock;
    this.threads = threads;
  }

  /** Starts the rounds, which go on until the scheduler is closed. */
  public void start(ScheduledExecutorService scheduler) {
    ScheduledFuture<?> ticks =
        scheduler.scheduleWithFixedDelay(this::tickSafely, 1, 1, TimeUnit.SECONDS);
    assert !ticks.isCancelled();
  }

  /** Returns what the last round showed of the cluster; empty before the first one. */
  public Optional<T> last(ClusterKey cluster) {
    return Optional.ofNullable(last.get(cluster)).filter(any -> held.test(cluster));
  }

  /**
   * Lets go of clusters, which another process may look at from now on: nothing is told by the
   * rounds of before, and the next one is due as soon as this process holds the cluster again.
   */
  public void forget(Predicate<ClusterKey> clusters) {
    last.forEach(
        (cluster, round) -> {
          if (clusters.test(cluster)) {
            old.put(cluster, round);
          }
        });
    last.keySet().removeIf(clusters);
    due.keySet().removeIf(clusters);
  }

  private void tickSafely() {
    try {
      tick();
    } catch (RuntimeException | Error failed) {
      LOG.error("The rounds over all {} stumbled and go on", pace.words(), failed);
    }
  }

  /** Starts the rounds of the clusters that are overdue longest. */
  void tick() {
    Instant now = clock.instant();
    Set<ClusterKey> all = clusters.get();
    last.keySet().retainAll(all);
    old.keySet().retainAll(all);
    due.keySet().retainAll(all);
    all.stream()
        .filter(held)
        .filter(cluster -> !underWay.contains(cluster) && !now.isBefore(due(cluster)))
        .sorted(Comparator.comparing(this::due))
        .limit(Math.min(pace.aSecond(), pace.atOnce() - underWay.size()))
        .toList()
        .forEach(this::begin);
  }

  private Instant due(ClusterKey cluster) {
    return due.getOrDefault(cluster, Instant.MIN);
  }

  private void begin(ClusterKey cluster) {
    underWay.add(cluster);
    threads.execute(
        () -> {
          try {
            due.put(cluster, clock.instant().plus(look(cluster)));
          } finally {
            underWay.remove(cluster);
          }
        });
  }

  /** Looks; returns how long the next time is away. */
  private Duration look(ClusterKey cluster) {
    try {
      T seen = source.apply(cluster);
      T before = old.remove(cluster);
      T known = before == null ? seen : seen.afterOthers(before);
      return last.merge(cluster, known, (earlier, now) -> now.after(earlier)).pause();
    } catch (RuntimeException unseen) {
      if (troubles.isNew(cluster, unseen)) {
        LOG.warn(
            "The {} of {} could not be looked at, said once: {}",
            pace.words(),
            cluster,
            unseen.toString());
      }
    } catch (Error broken) {
      LOG.error("The {} of {} broke what reads them", pace.words(), cluster, broken);
    }
    return AFTER_A_FAILURE;
  }
}
