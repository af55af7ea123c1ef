package io.quorate.gateway.http;

import io.javalin.http.Context;
import io.quorate.client.OperationDirectory;
import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.gateway.FreshLook;
import io.quorate.record.ObservationMemory;
import io.quorate.runbook.WhatIf;
import io.quorate.view.ClusterView;
import io.quorate.view.JumpHosts;
import io.quorate.wire.Release;
import io.quorate.wire.StatusJson;
import io.quorate.wire.WhatIfJson;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code GET /api/clusters/{cluster}/now}: the cluster as it is now, in the JSON of {@code quorate
 * status}. {@code GET /api/clusters/{cluster}/what-if}: what each single loss would cost, in the
 * JSON of {@code quorate what-if}. However many pages are open, one look at a cluster is under way
 * at a time, and what it saw is good for 5 s.
 */
final class LooksEndpoint {
  private static final Logger LOG = LoggerFactory.getLogger(LooksEndpoint.class);
  private static final Duration GOOD_FOR = Duration.ofSeconds(5);

  /** Time for which a request waits; the look itself goes on, and the next request gets it. */
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private final Supplier<Configuration> current;
  private final OperationDirectory directory;
  private final FreshLook looks;
  private final InstantSource clock;
  private final Map<ClusterKey, Look> last = new ConcurrentHashMap<>();

  LooksEndpoint(
      Supplier<Configuration> current,
      OperationDirectory directory,
      FreshLook looks,
      InstantSource clock) {
    this.current = current;
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
    Bodies.write(http, 200, StatusJson.of(seen(http)));
  }

  void whatIf(Context http) {
    ClusterView today = seen(http);
    if (today.members().stream().allMatch(member -> member.status().isEmpty())) {
      throw new HttpProblem(
          503,
          "No member of "
              + today.cluster()
              + " answers, so nothing can be said of a further loss.");
    }
    Configuration configuration = current.get();
    JumpHosts jumps =
        configuration
            .cluster(today.cluster())
            .map(ClusterSettings::jumpHosts)
            .orElse(JumpHosts.NONE);
    Bodies.write(
        http,
        200,
        WhatIfJson.of(
            today.cluster().value(),
            WhatIf.each(today, jumps, configuration.approval().policy()),
            Release.name()));
  }

  private ClusterView seen(Context http) {
    ClusterKey cluster = Answers.need(directory.cluster(http.pathParam("cluster")));
    return seen(cluster, last.compute(cluster, this::goodOne));
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
