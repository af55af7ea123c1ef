package io.quorate.workflow;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.Assessment;
import io.quorate.operation.AssessmentOrder;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.Limits;
import io.quorate.operation.Opaque;
import io.quorate.operation.RecordedPrescription;
import io.quorate.operation.WatchOrder;
import io.quorate.operation.WatchReport;
import io.quorate.recording.Recording;
import io.quorate.recording.WatchJudge;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.view.ClusterView;
import io.temporal.activity.Activity;
import io.temporal.client.ActivityCompletionException;
import io.temporal.failure.ApplicationErrorCategory;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** Looks at the simulated cluster, and asks the real runbooks. */
final class Looks implements AssessmentActivities {
  private static final Duration SUSPICIOUS = Duration.ofMillis(4_700);

  volatile ApprovalPolicy policy = ApprovalPolicy.DEFAULT;
  volatile String release = "1.0";
  volatile Limits limits = Limits.STANDARD;

  /**
   * No divisor of the times that operations wait: the test server loses its clock where a retry
   * falls due in the millisecond in which its activity is cancelled.
   */
  volatile Duration every = Duration.ofMillis(29_700);

  volatile boolean blind;

  /** What a worker of another release would write. */
  volatile UnaryOperator<RecordedPrescription> written = UnaryOperator.identity();

  final AtomicInteger watched = new AtomicInteger();
  private final Map<WatchOrder, WatchJudge> judges = new ConcurrentHashMap<>();
  final AtomicInteger taken = new AtomicInteger();

  /** For so long the next look finds no worker. */
  final Queue<Duration> away = new ConcurrentLinkedQueue<>();

  final Queue<AssessmentOrder> orders = new ConcurrentLinkedQueue<>();
  private final SimulatedCluster cluster;
  private final CountDownLatch hanging = new CountDownLatch(1);

  /** A held look heard that nobody waits for it any more. */
  final CountDownLatch calledOff = new CountDownLatch(1);

  private volatile CountDownLatch releasing = new CountDownLatch(0);
  private volatile CountDownLatch held = new CountDownLatch(0);

  Looks(SimulatedCluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public Assessment prescribe(Opaque ordered) {
    AssessmentOrder order = OpaqueValues.read(ordered, AssessmentOrder.class);
    Duration gone = away.poll();
    if (gone != null) {
      throw ApplicationFailure.newBuilder()
          .setMessage("the worker is away")
          .setType(FailureTypes.TRANSIENT)
          .setNextRetryDelay(gone)
          .build();
    }
    taken.incrementAndGet();
    orders.add(order);
    linger();
    ClusterView view = cluster.look();
    if (blind) {
      throw SimulatedCluster.failure(FailureTypes.FAULT, "no such cluster");
    }
    Assessment assessment =
        new Recording(release)
            .assessment(
                Runbooks.prescribe(
                    order.runbook(), new Options(order.options()), view, order.asking(policy)),
                view,
                order.asking(policy),
                Assessment.Channel.CONFIGURED,
                view.at());
    return new Assessment(
        written.apply(assessment.prescription()),
        assessment.diagnosis(),
        assessment.finding(),
        limits.expiringAfter(policy.expireAfter()),
        assessment.memory(),
        assessment.channel(),
        assessment.release());
  }

  /**
   * One look an attempt. Time that the test server skips does not pass for an activity, but does
   * between two attempts.
   */
  @Override
  public WatchReport watch(Opaque ordered) {
    WatchOrder order = OpaqueValues.read(ordered, WatchOrder.class);
    watched.incrementAndGet();
    linger();
    WatchJudge judge = judges.computeIfAbsent(order, any -> new WatchJudge(order, release));
    ClusterView view = judge.completed(cluster.look());
    AssessmentOrder asked = order.asked();
    Optional<WatchReport> report =
        judge.judge(
            view,
            Runbooks.prescribe(
                asked.runbook(), new Options(asked.options()), view, asked.asking(policy)));
    return report.orElseThrow(
        () ->
            ApplicationFailure.newBuilder()
                .setMessage("no difference")
                .setType(FailureTypes.TRANSIENT)
                .setCategory(ApplicationErrorCategory.BENIGN)
                .setNextRetryDelay(judge.isSuspicious() ? SUSPICIOUS : every)
                .build());
  }

  /** The next look hangs until {@link #release}. */
  void hold() {
    releasing = new CountDownLatch(1);
    held = releasing;
  }

  void awaitHeld() throws InterruptedException {
    if (!hanging.await(20, TimeUnit.SECONDS)) {
      throw new AssertionError("nobody looked");
    }
  }

  void release() {
    releasing.countDown();
  }

  private void linger() {
    CountDownLatch latch = held;
    if (latch.getCount() == 0) {
      return;
    }
    hanging.countDown();
    held = new CountDownLatch(0);
    try {
      while (!latch.await(200, TimeUnit.MILLISECONDS)) {
        Activity.getExecutionContext().heartbeat("looking");
      }
    } catch (ActivityCompletionException over) {
      calledOff.countDown();
      throw over;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
