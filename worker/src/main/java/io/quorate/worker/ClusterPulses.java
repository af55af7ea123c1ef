package io.quorate.worker;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.PulseSource;
import io.quorate.watch.Pulse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Pulses of all clusters. Where a platform names the members it is asked beforehand and every 5
 * min, on another thread; a platform that hangs holds up only the first pulse of its clusters.
 */
final class ClusterPulses implements PulseSource {
  private static final Duration NAMED = Duration.ofMinutes(5);

  private final Function<ClusterKey, Supplier<CompletionStage<Pulse>>> members;
  private final Executor threads;
  private final LongSupplier nanos;
  private final Map<ClusterKey, Asked> known = new ConcurrentHashMap<>();

  /**
   * Creates the source.
   *
   * @param members finds the members of a cluster, for which it may block, and asks them
   * @param threads threads that may block
   * @param nanos a monotonic clock, such as {@code System::nanoTime}
   */
  ClusterPulses(
      Function<ClusterKey, Supplier<CompletionStage<Pulse>>> members,
      Executor threads,
      LongSupplier nanos) {
    this.members = members;
    this.threads = threads;
    this.nanos = nanos;
  }

  @Override
  public CompletionStage<Pulse> pulse(ClusterKey cluster) {
    return known.compute(cluster, this::current).members().thenCompose(Supplier::get);
  }

  private Asked current(ClusterKey cluster, @Nullable Asked before) {
    if (before == null || before.members().isCompletedExceptionally()) {
      return new Asked(find(cluster), nanos.getAsLong());
    }
    if (nanos.getAsLong() - before.since() < NAMED.toNanos() || !before.members().isDone()) {
      return before;
    }
    CompletableFuture<Void> renewed =
        find(cluster).thenAccept(found -> known.put(cluster, found(found)));
    assert !renewed.isCancelled();
    return found(before.members().join());
  }

  private Asked found(Supplier<CompletionStage<Pulse>> found) {
    return new Asked(CompletableFuture.completedFuture(found), nanos.getAsLong());
  }

  private CompletableFuture<Supplier<CompletionStage<Pulse>>> find(ClusterKey cluster) {
    return CompletableFuture.supplyAsync(() -> members.apply(cluster), threads);
  }

  /** The members of one cluster, and when the platform was asked for them last. */
  private record Asked(CompletableFuture<Supplier<CompletionStage<Pulse>>> members, long since) {}
}
