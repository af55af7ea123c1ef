package io.quorate.command;

import io.quorate.cluster.ClusterKey;
import io.quorate.wire.Json;
import io.quorate.wire.WaitingJson;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Question to the gateway in passing, by a verb that needs none: what is under way. The question is
 * asked while the verb looks at etcd, and its answer is waited for half a second at most. A gateway
 * that is away, slow, or that does not know who asks changes nothing.
 */
final class AskedInPassing {
  private static final Duration MOST = Duration.ofMillis(500);

  private final CompletableFuture<Optional<WaitingJson>> answer;
  private final long began = System.nanoTime();

  private AskedInPassing(CompletableFuture<Optional<WaitingJson>> answer) {
    this.answer = answer;
  }

  /** Asks about one cluster now; returns at once. */
  static AskedInPassing about(QuorateCommand quorate, ClusterKey cluster) {
    return asking(quorate, "/api/waiting?cluster=" + cluster);
  }

  private static AskedInPassing asking(QuorateCommand quorate, String path) {
    return new AskedInPassing(
        CompletableFuture.supplyAsync(() -> asked(quorate, path), Thread::startVirtualThread));
  }

  private static Optional<WaitingJson> asked(QuorateCommand quorate, String path) {
    try {
      return Json.read(quorate.gateway().getWithin(MOST, path).body(), WaitingJson.class);
    } catch (RuntimeException away) {
      // Whatever the reason: the verb works without a gateway.
      return Optional.empty();
    }
  }

  /** Returns the answer; empty where there is none half a second after the question. */
  Optional<WaitingJson> answer() {
    long left = MOST.toNanos() - (System.nanoTime() - began);
    try {
      return answer.get(Math.max(left, 0), TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException | TimeoutException late) {
      return Optional.empty();
    }
  }
}
