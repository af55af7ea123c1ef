package io.quorate.worker.watch;

import io.quorate.cluster.ClusterKey;
import io.quorate.watch.Pulse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;

/**
 * Turns of the watchman's looks: one look at a cluster at a time, the next one when it is due. A
 * pulse never waits for a look.
 */
public final class WatchTurns implements PulseListener, AutoCloseable {
  /** Pause after a look that failed. */
  private static final Duration AGAIN = Duration.ofSeconds(10);

  private final Watchman watchman;
  private final Predicate<ClusterKey> watched;
  private final Clock clock;
  private final Set<ClusterKey> turns = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("watch-", 0).factory());

  /**
   * Creates the turns.
   *
   * @param watched whether this process watches the cluster now
   */
  public WatchTurns(Watchman watchman, Predicate<ClusterKey> watched, Clock clock) {
    this.watchman = watchman;
    this.watched = watched;
    this.clock = clock;
  }

  @Override
  public void pulsed(ClusterKey cluster, Pulse pulse) {
    if (watchman.wantsLook(cluster, pulse) && !threads.isShutdown() && turns.add(cluster)) {
      threads.execute(() -> follow(cluster));
    }
  }

  /** A first pulse is no evidence; the look that follows it is. */
  @Override
  public void opened(ClusterKey cluster, Pulse pulse) {
    pulsed(cluster, pulse);
  }

  /** Looks until the next look is as far away as a round, which the pulses bring by themselves. */
  private void follow(ClusterKey cluster) {
    try {
      Duration pause = Duration.ZERO;
      while (watched.test(cluster) && pause.compareTo(watchman.round().dividedBy(2)) < 0) {
        Thread.sleep(pause);
        pause = look(cluster);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    } finally {
      turns.remove(cluster);
    }
  }

  private Duration look(ClusterKey cluster) {
    try {
      Instant due = watchman.look(cluster);
      Duration left = Duration.between(clock.instant(), due);
      return left.isNegative() ? Duration.ZERO : left;
    } catch (CancellationException closed) {
      return AGAIN;
    } catch (RuntimeException failed) {
      watchman.unseen(cluster, failed);
      return AGAIN;
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
