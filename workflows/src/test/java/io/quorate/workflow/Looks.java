package io.quorate.workflow;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.ObservationMemory;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.temporal.activity.Activity;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Looks at the simulated cluster, and asks the real runbooks. */
final class Looks implements AssessmentActivities {
  volatile ApprovalPolicy policy = ApprovalPolicy.DEFAULT;
  final AtomicInteger taken = new AtomicInteger();
  private final SimulatedCluster cluster;
  private final CountDownLatch hanging = new CountDownLatch(1);
  private volatile CountDownLatch releasing = new CountDownLatch(0);
  private volatile CountDownLatch held = new CountDownLatch(0);

  Looks(SimulatedCluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public Assessment prescribe(AssessmentOrder order) {
    taken.incrementAndGet();
    linger();
    ClusterView view = cluster.look();
    Diagnosis diagnosis = Diagnosis.of(view);
    return new Assessment(
        Runbooks.prescribe(order.runbook(), new Options(order.options()), view, policy),
        diagnosis.name(),
        diagnosis.sentence(),
        policy,
        view.remembered(),
        Assessment.Channel.CONFIGURED);
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
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public Diagnosed diagnose(ClusterKey key, ObservationMemory remembered) {
    ClusterView view = cluster.look();
    Diagnosis diagnosis = Diagnosis.of(view);
    return new Diagnosed(
        diagnosis.name(),
        diagnosis.sentence(),
        diagnosis instanceof Diagnosis.Whole
            ? Diagnosed.Verdict.WHOLE
            : Diagnosed.Verdict.IN_TROUBLE,
        diagnosis.runbook().filter(name -> Runbooks.named(name).isPresent()),
        view.remembered());
  }
}
