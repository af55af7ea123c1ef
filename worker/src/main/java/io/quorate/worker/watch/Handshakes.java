package io.quorate.worker.watch;

import io.quorate.cluster.ClusterKey;
import io.quorate.observation.LogOnce;
import io.quorate.port.CertificateSource;
import io.quorate.watch.CertificateRound;
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
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * New TLS connections to the clusters that this process holds: every 6 h, every hour where a
 * certificate ends soon, and sooner where a port refuses. They begin at a pace of two clusters a
 * second, so 10,000 that are all new take 83 minutes, and stay spread from then on.
 */
public final class Handshakes {
  /** Clusters that begin in one second. */
  static final int A_SECOND = 2;

  /** Most clusters at one time: hung members hold a place for some seconds. */
  static final int AT_ONCE = 16;

  private static final Logger LOG = LoggerFactory.getLogger(Handshakes.class);
  private static final Duration AFTER_A_FAILURE = Duration.ofHours(1);

  private final Supplier<Set<ClusterKey>> clusters;
  private final Predicate<ClusterKey> held;
  private final CertificateSource source;
  private final Clock clock;
  private final Executor threads;
  private final Map<ClusterKey, CertificateRound> last = new ConcurrentHashMap<>();
  private final Map<ClusterKey, Instant> due = new ConcurrentHashMap<>();
  private final Set<ClusterKey> underWay = ConcurrentHashMap.newKeySet();
  private final LogOnce troubles = new LogOnce();

  /**
   * Creates handshakes of which none was made yet.
   *
   * @param clusters all clusters of the configuration as it is now
   * @param held which clusters this process holds
   * @param threads threads that may block
   */
  public Handshakes(
      Supplier<Set<ClusterKey>> clusters,
      Predicate<ClusterKey> held,
      CertificateSource source,
      Clock clock,
      Executor threads) {
    this.clusters = clusters;
    this.held = held;
    this.source = source;
    this.clock = clock;
    this.threads = threads;
  }

  /** Starts the handshakes, which go on until the scheduler is closed. */
  public void start(ScheduledExecutorService scheduler) {
    ScheduledFuture<?> ticks =
        scheduler.scheduleWithFixedDelay(this::tickSafely, 1, 1, TimeUnit.SECONDS);
    assert !ticks.isCancelled();
  }

  /** Returns what the last connections to the cluster met; empty before the first ones. */
  public Optional<CertificateRound> last(ClusterKey cluster) {
    return Optional.ofNullable(last.get(cluster)).filter(any -> held.test(cluster));
  }

  private void tickSafely() {
    try {
      tick();
    } catch (RuntimeException | Error failed) {
      LOG.error("The handshakes stumbled and go on", failed);
    }
  }

  /** Starts the handshakes of the clusters that are overdue longest. */
  void tick() {
    Instant now = clock.instant();
    Set<ClusterKey> all = clusters.get();
    last.keySet().retainAll(all);
    due.keySet().retainAll(all);
    all.stream()
        .filter(held)
        .filter(cluster -> !underWay.contains(cluster) && !now.isBefore(due(cluster)))
        .sorted(Comparator.comparing(this::due))
        .limit(Math.min(A_SECOND, AT_ONCE - underWay.size()))
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
          Duration pause = meet(cluster);
          due.put(cluster, clock.instant().plus(pause));
          underWay.remove(cluster);
        });
  }

  /** Connects; returns how long the next time is away. */
  private Duration meet(ClusterKey cluster) {
    try {
      CertificateRound met = source.certificates(cluster);
      CertificateRound known = last.merge(cluster, met, (before, now) -> now.after(before));
      return known.pause();
    } catch (RuntimeException unmet) {
      if (troubles.isNew(cluster, unmet)) {
        LOG.warn(
            "The certificates of {} could not be met, said once: {}", cluster, unmet.toString());
      }
      return AFTER_A_FAILURE;
    }
  }
}
