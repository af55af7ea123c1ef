package io.quorate.worker.background;

import io.quorate.cluster.ClusterKey;
import io.quorate.observation.LogOnce;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Task that a worker does for each cluster, again and again. */
public final class ClusterTask {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterTask.class);

  private final String name;
  private final Duration pace;
  private final int atOnce;
  private final Consumer<ClusterKey> work;
  private final LogOnce troubles = new LogOnce();

  /**
   * Creates a task.
   *
   * @param name for the log: {@code record-keeper}
   * @param pace time between two turns of a cluster
   * @param atOnce most clusters that have their turn at one time
   * @param work what is done for a cluster; an exception is told in the log
   */
  ClusterTask(String name, Duration pace, int atOnce, Consumer<ClusterKey> work) {
    this.name = name;
    this.pace = pace;
    this.atOnce = atOnce;
    this.work = work;
  }

  Duration pace() {
    return pace;
  }

  int atOnce() {
    return atOnce;
  }

  /**
   * Gives a cluster its turn. A trouble is logged once, and again when it is another one: the next
   * turn may succeed. That holds for an {@link Error} too, such as too little memory: a thread that
   * ended would do nothing for the cluster until the worker is started again.
   */
  void turn(ClusterKey cluster, BooleanSupplier closed) {
    try {
      work.accept(cluster);
      if (troubles.over(cluster)) {
        LOG.info("{} of {} goes on", name, cluster);
      }
    } catch (RuntimeException | Error failed) {
      if (troubles.isNew(cluster, failed) && !closed.getAsBoolean()) {
        LOG.warn("{} of {} failed, said once: {}", name, cluster, failed.toString());
      }
    }
  }
}
