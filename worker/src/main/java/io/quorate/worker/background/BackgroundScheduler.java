package io.quorate.worker.background;

import io.quorate.cluster.ClusterKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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

  private final Set<ClusterKey> clusters = ConcurrentHashMap.newKeySet();
  private final List<Started> tasks = new ArrayList<>();
  private final Set<Turns> running = new HashSet<>();
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("background-", 0).factory());

  private record Started(ClusterTask task, Semaphore places) {}

  private record Turns(Started started, ClusterKey cluster) {}

  /** Creates a scheduler of tasks for these clusters. */
  public BackgroundScheduler(Collection<ClusterKey> clusters) {
    this.clusters.addAll(clusters);
  }

  /**
   * Begins a task: each cluster's turn comes once in a pace. The first turn comes after one pace
   * and up to another, so that a process that lives for a moment only does nothing, and two workers
   * that were started together do not do the same at the same time.
   */
  public synchronized void start(ClusterTask task) {
    Started started = new Started(task, new Semaphore(task.atOnce()));
    tasks.add(started);
    begin(started);
  }

  /** Does all tasks for these clusters from now on. */
  public synchronized void know(Set<ClusterKey> known) {
    clusters.retainAll(known);
    clusters.addAll(known);
    tasks.forEach(this::begin);
  }

  private void begin(Started started) {
    if (isClosed()) {
      return;
    }
    clusters.stream()
        .map(cluster -> new Turns(started, cluster))
        .filter(running::add)
        .forEach(turns -> threads.execute(() -> take(turns)));
  }

  /** Whether the turns of a cluster end, because the cluster was taken out. */
  private synchronized boolean end(Turns turns) {
    return !clusters.contains(turns.cluster()) && running.remove(turns);
  }

  private void take(Turns turns) {
    ClusterTask task = turns.started().task();
    Semaphore places = turns.started().places();
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(task.pace().toMillis()));
      while (!isClosed()) {
        Thread.sleep(task.pace());
        if (end(turns)) {
          return;
        }
        places.acquire();
        try {
          task.turn(turns.cluster(), this::isClosed);
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
