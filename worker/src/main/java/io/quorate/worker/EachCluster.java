package io.quorate.worker;

import io.quorate.cluster.ClusterKey;
import io.quorate.observation.SaidOnce;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loop over the clusters that the worker does by itself. Each cluster has a thread of its own, so
 * that one that hangs holds up no other; a few are worked on at one time. A trouble is said once,
 * and again when it is another one.
 */
final class EachCluster implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EachCluster.class);

  /** Longest wait for what is under way when the worker ends; a look asks for 15 s at most. */
  private static final Duration END = Duration.ofSeconds(5);

  private final String what;
  private final List<ClusterKey> clusters;
  private final Semaphore places;
  private final Consumer<ClusterKey> work;
  private final SaidOnce troubles = new SaidOnce();
  private final ExecutorService threads;

  /**
   * Creates a loop that has not begun.
   *
   * @param what it does, for the names of threads and the log: {@code record-keeper}
   * @param atOnce how many clusters are worked on at one time
   * @param work what is done for a cluster; an exception is told in the log
   */
  EachCluster(String what, Collection<ClusterKey> clusters, int atOnce, Consumer<ClusterKey> work) {
    this.what = what;
    this.clusters = List.copyOf(clusters);
    this.places = new Semaphore(atOnce);
    this.work = work;
    this.threads =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(what + "-", 0).factory());
  }

  /**
   * Begins: each cluster's turn comes once in a pace. The first one comes after one pace and up to
   * another, so that a process that lives for a moment only does nothing, and two workers that were
   * started together do not do the same at the same time.
   */
  EachCluster start(Duration pace) {
    clusters.forEach(cluster -> threads.execute(() -> turns(cluster, pace)));
    return this;
  }

  private void turns(ClusterKey cluster, Duration pace) {
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(pace.toMillis()));
      while (!isClosed()) {
        Thread.sleep(pace);
        places.acquire();
        try {
          turn(cluster);
        } finally {
          places.release();
        }
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /** Gives every cluster its turn now, one after the other. */
  void all() {
    clusters.forEach(this::turn);
  }

  private void turn(ClusterKey cluster) {
    try {
      work.accept(cluster);
      if (troubles.over(cluster)) {
        LOG.info("{} of {} goes on", what, cluster);
      }
    } catch (RuntimeException failed) {
      // The thread of the cluster would end with it; the next turn may succeed.
      if (troubles.isNew(cluster, failed) && !isClosed()) {
        LOG.warn("{} of {} failed, said once: {}", what, cluster, failed.toString());
      }
    }
  }

  /** Whether it is over: what takes long ends early then. */
  boolean isClosed() {
    return threads.isShutdown();
  }

  @Override
  public void close() {
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(END.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("{} has not ended within {} s", what, END.toSeconds());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
