package io.quorate.command;

import io.quorate.cluster.ClusterKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/**
 * Looks at many clusters at once, because one that does not answer must not hold up the others. 64
 * are under way at a time: ten thousand would take all descriptors, and most would end too late.
 */
final class ManyLooks {
  private static final int AT_ONCE = 64;

  private ManyLooks() {}

  /** Returns what each look found, in the order of the clusters. */
  static <T> List<T> at(Collection<ClusterKey> clusters, Function<ClusterKey, T> look)
      throws InterruptedException {
    try (ExecutorService threads =
        Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      List<T> found = new ArrayList<>();
      for (Future<T> one :
          threads.invokeAll(
              clusters.stream().<Callable<T>>map(key -> () -> look.apply(key)).toList())) {
        found.add(answer(one));
      }
      return found;
    }
  }

  private static <T> T answer(Future<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(failed);
    }
  }
}
