package io.quorate.worker.activity;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.ClusterKey;
import io.quorate.observation.Observer;
import io.quorate.operation.AssessmentOrder;
import io.quorate.operation.DatedMemory;
import io.quorate.operation.WatchOrder;
import io.quorate.operation.WatchReport;
import io.quorate.plan.Prescription;
import io.quorate.port.ClusterPorts;
import io.quorate.port.Failure;
import io.quorate.recording.WatchJudge;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.view.ClusterView;
import io.quorate.wire.Release;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches one cluster while people think, for as long as that takes: one activity, so that three
 * weeks of waiting are a few events of a history.
 */
record Watching(Function<ClusterKey, ClusterPorts> clusters, Clock clock, ApprovalPolicy policy) {
  private static final Logger LOG = LoggerFactory.getLogger(Watching.class);

  /** How often the cluster is looked at. */
  private static final Duration EVERY = Duration.ofSeconds(30);

  /** How soon after a look that differs the next one has to confirm it. */
  private static final Duration SOON = Duration.ofSeconds(5);

  WatchReport watch(WatchOrder order, WatchHeartbeat alive) {
    WatchJudge judge = new WatchJudge(order, Release.name());
    while (true) {
      alive.pause(judge.isSuspicious() ? SOON : EVERY);
      try {
        ClusterView view = judge.completed(look(order, alive.remembered()));
        alive.remember(new DatedMemory(view.remembered(), clock.instant()));
        Optional<WatchReport> report = judge.judge(view, prescribe(order.asked(), view));
        if (report.isPresent()) {
          return report.get();
        }
      } catch (Failure.Transient | Failure.NotYet | Failure.Unknown passing) {
        // A failed look is no difference; the guard looks again before every step.
        LOG.debug("{} could not be looked at", order.asked().cluster(), passing);
      }
    }
  }

  /** Looks without comparing data, which is done once a round and again after the approval. */
  private ClusterView look(WatchOrder order, DatedMemory before) {
    return Observer.recording(clusters.apply(order.asked().cluster()), clock)
        .look(
            before.at(clock.instant()),
            Runbooks.scope(order.asked().runbook(), new Options(order.asked().options()))
                .by(order.asked().operation())
                .quick());
  }

  private Prescription prescribe(AssessmentOrder asked, ClusterView view) {
    return Runbooks.prescribe(
        asked.runbook(), new Options(asked.options()), view, asked.asking(policy));
  }
}
