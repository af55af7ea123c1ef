package io.quorate.worker.watch;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.FailureDomain;
import io.quorate.observation.LogOnce;
import io.quorate.port.Failure;
import io.quorate.port.PulseSource;
import io.quorate.watch.Pulse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks each cluster that this process holds for its pulse once in 30 s, in a slot of its own, and
 * tells the listener.
 *
 * <p>One thread asks and waits for nothing. A pulse under way is a timer and holds no place, so a
 * hung member delays nobody. There are never two pulses of one cluster at one time: a slot that
 * finds one under way is skipped, as is a slot that comes 10 s late; nothing is made up for.
 *
 * <p>Connections are opened outside the slots, by {@link OpeningPlaces}. That holds for a cluster
 * that was not asked for a minute too, and so for all clusters after the process slept.
 */
public final class FleetWatch {
  /** Time between two pulses of one cluster. */
  public static final Duration EVERY = Duration.ofSeconds(30);

  /** Time between two looks at the slots. */
  static final Duration TICK = Duration.ofMillis(50);

  private static final Logger LOG = LoggerFactory.getLogger(FleetWatch.class);

  /** How late a slot may come; the next one is 20 s away then. */
  private static final Duration LATE = Duration.ofSeconds(10);

  /** Time between two looks for clusters that are held since. */
  private static final Duration RESCAN = Duration.ofSeconds(1);

  private volatile List<WatchedCluster> bySlot;
  private final AtomicReference<@Nullable Map<ClusterKey, Set<FailureDomain>>> news =
      new AtomicReference<>();
  private final Predicate<ClusterKey> held;
  private final PulseSource pulses;
  private final PulseListener listener;
  private final LongSupplier nanos;
  private final Executor threads;
  private final OpeningPlaces places = new OpeningPlaces();
  private final Deque<WatchedCluster> waiting = new ArrayDeque<>();
  private final LogOnce troubles = new LogOnce();
  private final AtomicLong skipped = new AtomicLong();
  private final long begun;
  private long rescanned;
  private long lap;
  private int next;

  /**
   * Creates a watch that asks nobody yet.
   *
   * @param clusters all clusters of the configuration, each with the zones of its members
   * @param held which of them this process holds; asked often, and must not block
   * @param nanos a monotonic clock, such as {@code System::nanoTime}
   * @param threads threads that may block, on which the listener is told
   */
  public FleetWatch(
      Map<ClusterKey, Set<FailureDomain>> clusters,
      Predicate<ClusterKey> held,
      PulseSource pulses,
      PulseListener listener,
      LongSupplier nanos,
      Executor threads) {
    this.begun = nanos.getAsLong();
    this.bySlot = bySlot(clusters, Map.of(), begun);
    this.held = held;
    this.pulses = pulses;
    this.listener = listener;
    this.nanos = nanos;
    this.threads = threads;
    this.lap = begun;
    this.rescanned = begun - RESCAN.toNanos();
  }

  private static List<WatchedCluster> bySlot(
      Map<ClusterKey, Set<FailureDomain>> clusters,
      Map<ClusterKey, WatchedCluster> before,
      long now) {
    return clusters.entrySet().stream()
        .map(
            entry ->
                Optional.ofNullable(before.get(entry.getKey()))
                    .filter(known -> known.domains().equals(entry.getValue()))
                    .orElseGet(() -> new WatchedCluster(entry.getKey(), entry.getValue(), now)))
        .sorted(Comparator.comparingLong(WatchedCluster::slot))
        .toList();
  }

  /** Watches these clusters from now on, each with the zones of its members. */
  public void know(Map<ClusterKey, Set<FailureDomain>> clusters) {
    news.set(Map.copyOf(clusters));
  }

  /** Goes on with the slots of the clusters that came and stayed. */
  private void takeNews(Map<ClusterKey, Set<FailureDomain>> clusters, long now) {
    Map<ClusterKey, WatchedCluster> before =
        bySlot.stream().collect(Collectors.toMap(WatchedCluster::key, cluster -> cluster));
    bySlot = bySlot(clusters, before, now);
    Set<WatchedCluster> known = Set.copyOf(bySlot);
    waiting.removeIf(cluster -> !known.contains(cluster));
    lap = now - Math.floorMod(now - begun, EVERY.toNanos());
    next = (int) bySlot.stream().filter(cluster -> lap + cluster.slot() <= now).count();
    if (next == bySlot.size()) {
      next = 0;
      lap += EVERY.toNanos();
    }
  }

  /** Begins to ask, on one thread of this scheduler, until the scheduler ends. */
  public void start(ScheduledExecutorService scheduler) {
    ScheduledFuture<?> ticks =
        scheduler.scheduleWithFixedDelay(
            this::tickSafely, 0, TICK.toMillis(), TimeUnit.MILLISECONDS);
    assert !ticks.isCancelled();
  }

  /**
   * Slots that were skipped since the start, because a pulse was under way or the time was over.
   */
  public long skipped() {
    return skipped.get();
  }

  /**
   * The age of the oldest last pulse of the clusters that are held; zero where none is. The age of
   * a cluster that was taken since counts from then: another process asked the cluster before.
   */
  public Duration oldest() {
    long now = nanos.getAsLong();
    return Duration.ofNanos(
        bySlot.stream()
            .filter(cluster -> held.test(cluster.key()))
            .mapToLong(cluster -> now - cluster.seen())
            .max()
            .orElse(0));
  }

  private void tickSafely() {
    try {
      tick();
    } catch (RuntimeException | Error failed) {
      LOG.error("The watch stumbled and goes on", failed);
    }
  }

  /** Asks those whose slots have come since the last tick, and opens connections. */
  void tick() {
    long now = nanos.getAsLong();
    if (now - rescanned >= RESCAN.toNanos()) {
      rescanned = now;
      bySlot.forEach(cluster -> rescan(cluster, now));
    }
    while (isDue(now)) {
      WatchedCluster cluster = bySlot.get(next);
      slotOf(cluster, now, now - lap - cluster.slot());
      next++;
      if (next == bySlot.size()) {
        next = 0;
        lap += EVERY.toNanos();
      }
    }
    Map<ClusterKey, Set<FailureDomain>> clusters = news.getAndSet(null);
    if (clusters != null) {
      takeNews(clusters, now);
    }
    open(now);
  }

  private boolean isDue(long now) {
    return !bySlot.isEmpty() && lap + bySlot.get(next).slot() <= now;
  }

  private void slotOf(WatchedCluster cluster, long now, long late) {
    if (!held.test(cluster.key()) || cluster.isNew(now) || cluster.wasAskedJustNow(now)) {
      return;
    }
    if (cluster.isUnderWay() || late > LATE.toNanos()) {
      skipped.incrementAndGet();
      return;
    }
    ask(cluster, now, listener::pulsed);
  }

  private void rescan(WatchedCluster cluster, long now) {
    boolean isHeld = held.test(cluster.key());
    cluster.hold(isHeld, now);
    if (isHeld && cluster.isNew(now) && !cluster.isUnderWay() && cluster.joinQueue()) {
      waiting.add(cluster);
    }
  }

  private void open(long now) {
    places.freeEnded(now);
    var each = waiting.iterator();
    while (each.hasNext() && !places.isFull()) {
      WatchedCluster cluster = each.next();
      if (!held.test(cluster.key())) {
        cluster.leaveQueue();
        each.remove();
      } else if (places.take(cluster)) {
        each.remove();
        ask(cluster, now, listener::opened);
      }
    }
  }

  private void ask(WatchedCluster cluster, long now, Heard heard) {
    cluster.begin(now);
    try {
      pulses
          .pulse(cluster.key())
          .whenCompleteAsync((pulse, thrown) -> ended(cluster, pulse, thrown, heard), threads);
    } catch (RuntimeException unasked) {
      ended(cluster, null, unasked, heard);
    }
  }

  private void ended(
      WatchedCluster cluster, @Nullable Pulse pulse, @Nullable Throwable thrown, Heard heard) {
    try {
      if (pulse == null) {
        throw thrown instanceof RuntimeException failed ? failed : new CompletionException(thrown);
      }
      heard.by(cluster.key(), pulse);
      cluster.seenAt(nanos.getAsLong());
      if (troubles.over(cluster.key())) {
        LOG.info("The watch over {} goes on", cluster.key());
      }
    } catch (RuntimeException failed) {
      tell(cluster.key(), failed);
    } finally {
      cluster.end();
    }
  }

  private void tell(ClusterKey cluster, RuntimeException failed) {
    Throwable why =
        failed instanceof CompletionException wrapped && wrapped.getCause() != null
            ? wrapped.getCause()
            : failed;
    if (troubles.isNew(cluster, why)) {
      LOG.warn("{} could not be watched, said once: {}", cluster, String.valueOf(why));
    }
    if (why instanceof Failure failure) {
      listener.unasked(cluster, failure);
    }
  }

  /** Way in which a pulse is told. */
  private interface Heard {
    void by(ClusterKey cluster, Pulse pulse);
  }
}
