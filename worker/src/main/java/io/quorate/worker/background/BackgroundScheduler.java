package io.quorate.worker.background;

import io.quorate.cluster.ClusterKey;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Scheduler of the tasks that a worker does by itself. Each cluster has a virtual thread for each
 * task, so that a cluster that hangs holds up no other cluster, and a task that hangs holds up no
 * other task. The end of the scheduler ends all tasks.
 */
public final class BackgroundScheduler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BackgroundScheduler.class);

  /** Longest wait for turns under way when the worker ends; a look asks for 15 s at most. */
  private static final Duration END = Duration.ofSeconds(5);

  private final List<ClusterKey> clusters;
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("background-", 0).factory());

  /** Creates a scheduler of tasks for these clusters. */
  public BackgroundScheduler(Collection<ClusterKey> clusters) {
    this.clusters = List.copyOf(clusters);
  }

  /**
   * Begins a task: each cluster's turn comes once in a pace. The first turn comes after one pace
   * and up to another, so that a process that lives for a moment only does nothing, and two workers
   * that were started together do not do the same at the same time.
   */
  public void start(ClusterTask task) {
    Semaphore places = new Semaphore(task.atOnce());
    clusters.forEach(cluster -> threads.execute(() -> turns(task, places, cluster)));
  }

  private void turns(ClusterTask task, Semaphore places, ClusterKey cluster) {
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(task.pace().toMillis()));
      while (!isClosed()) {
        Thread.sleep(task.pace());
        places.acquire();
        try {
          task.turn(cluster, this::isClosed);
        } finally {
          places.release();
        }
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the scheduler has ended; a long turn ends early then. */
  public boolean isClosed() {
    return threads.isShutdown();
  }

  @Override
  public void close() {
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(END.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("background tasks have not ended within {} s", END.toSeconds());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
