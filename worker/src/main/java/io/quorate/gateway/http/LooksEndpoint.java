package io.quorate.gateway.http;

import io.javalin.http.Context;
import io.quorate.client.OperationDirectory;
import io.quorate.cluster.ClusterKey;
import io.quorate.gateway.FreshLook;
import io.quorate.record.ObservationMemory;
import io.quorate.view.ClusterView;
import io.quorate.wire.StatusJson;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code GET /api/clusters/{cluster}/now}: the cluster as it is now, in the JSON of {@code quorate
 * status}. However many pages are open, one look at a cluster is under way at a time, and what it
 * saw is good for 5 s.
 */
final class LooksEndpoint {
  private static final Logger LOG = LoggerFactory.getLogger(LooksEndpoint.class);
  private static final Duration GOOD_FOR = Duration.ofSeconds(5);

  /** Time for which a request waits; the look itself goes on, and the next request gets it. */
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private final OperationDirectory directory;
  private final FreshLook looks;
  private final InstantSource clock;
  private final Map<ClusterKey, Look> last = new ConcurrentHashMap<>();

  LooksEndpoint(OperationDirectory directory, FreshLook looks, InstantSource clock) {
    this.directory = directory;
    this.looks = looks;
    this.clock = clock;
  }

  private record Look(FutureTask<ClusterView> task) {
    ObservationMemory memory() {
      return task.state() == FutureTask.State.SUCCESS
          ? task.resultNow().remembered()
          : ObservationMemory.NONE;
    }

    boolean isGood(Instant now) {
      return switch (task.state()) {
        case RUNNING -> true;
        case SUCCESS -> now.isBefore(task.resultNow().at().plus(GOOD_FOR));
        case FAILED, CANCELLED -> false;
      };
    }
  }

  void now(Context http) {
    ClusterKey cluster = Answers.need(directory.cluster(http.pathParam("cluster")));
    Look look = last.compute(cluster, this::goodOne);
    Bodies.write(http, 200, StatusJson.of(seen(cluster, look)));
  }

  private Look goodOne(ClusterKey cluster, @Nullable Look before) {
    if (before != null && before.isGood(clock.instant())) {
      return before;
    }
    ObservationMemory memory = before == null ? ObservationMemory.NONE : before.memory();
    FutureTask<ClusterView> task = new FutureTask<>(() -> looks.look(cluster, memory));
    Thread.ofVirtual().name("look at " + cluster).start(task);
    return new Look(task);
  }

  private static ClusterView seen(ClusterKey cluster, Look look) {
    try {
      return look.task().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException slow) {
      throw new HttpProblem(
          503, "The look at " + cluster + " takes more than " + PATIENCE.toSeconds() + " s.");
    } catch (ExecutionException failed) {
      LOG.warn("A look at {} failed", cluster, failed.getCause());
      throw new HttpProblem(503, "Looking at " + cluster + " failed. The gateway's log says why.");
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
      throw new HttpProblem(503, "The gateway is ending.");
    }
  }
}
