package io.quorate.workflow;

import io.quorate.cluster.Revision;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.Opaque;
import io.quorate.operation.Restraint;
import io.quorate.record.LastComparison;
import io.quorate.recording.Recording;
import io.quorate.runbook.Runbooks;
import io.quorate.view.ClusterView;
import io.quorate.view.ComparedVoters;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityInfo;
import io.temporal.failure.ApplicationErrorCategory;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Diagnoses the simulated cluster. A watch looks by being tried again by the server: a thread that
 * waited would not know how far time was skipped.
 */
final class DiagnosisLooks implements IncidentActivities {
  /**
   * Pause between two tries of a watch. No timer of an incident is a multiple of it: where a try
   * becomes due in the moment in which the watch is cancelled, the test server keeps the lock that
   * it took for the try, and skips no time any more ({@code processRequestCancelActivityTask} of
   * the SDK's test server 1.38.0).
   */
  volatile Duration every = Duration.ofSeconds(7);

  /** What a comparison of the data finds; later looks know of it. Empty: equal data. */
  volatile Optional<String> difference = Optional.empty();

  /** Whether each single look so far was to compare the data. */
  final List<Boolean> comparing = new CopyOnWriteArrayList<>();

  /** Restraint that a look returns for a trouble. */
  volatile Function<String, Optional<Restraint>> restraint = trouble -> Optional.empty();

  volatile Optional<ApplicationFailure> failure = Optional.empty();
  private final SimulatedCluster cluster;
  private final List<CountDownLatch> holding = new ArrayList<>();

  DiagnosisLooks(SimulatedCluster cluster) {
    this.cluster = cluster;
  }

  /** The next single look sees the cluster as it is now and hangs until the latch is released. */
  synchronized CountDownLatch hold() {
    CountDownLatch latch = new CountDownLatch(1);
    holding.add(latch);
    return latch;
  }

  synchronized boolean isHeld() {
    return holding.isEmpty();
  }

  private synchronized Optional<CountDownLatch> held() {
    return holding.isEmpty() ? Optional.empty() : Optional.of(holding.remove(0));
  }

  @Override
  public Diagnosed diagnose(Opaque order) {
    comparing.add(OpaqueValues.read(order, DiagnosisOrder.class).comparing().isPresent());
    Diagnosed seen = look();
    held().ifPresent(DiagnosisLooks::linger);
    return seen;
  }

  private static void linger(CountDownLatch latch) {
    try {
      while (!latch.await(200, TimeUnit.MILLISECONDS)) {
        Activity.getExecutionContext().heartbeat("looking");
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public Diagnosed watch(Opaque written) {
    DiagnosisWatch order = OpaqueValues.read(written, DiagnosisWatch.class);
    ActivityInfo info = Activity.getExecutionContext().getInfo();
    Diagnosed seen = look();
    boolean over = (info.getAttempt() - 1) * every.toMillis() >= order.limit().toMillis();
    if (over || !seen.trouble().equals(order.trouble())) {
      return seen;
    }
    throw ApplicationFailure.newBuilder()
        .setMessage("nothing has changed")
        .setType(FailureTypes.TRANSIENT)
        .setCategory(ApplicationErrorCategory.BENIGN)
        .setNextRetryDelay(every)
        .build();
  }

  private Diagnosed look() {
    failure.ifPresent(
        thrown -> {
          throw thrown;
        });
    ClusterView alone = cluster.look();
    ClusterView view =
        comparing.contains(true) ? alone.comparedLast(Optional.of(found(alone))) : alone;
    Diagnosis diagnosis = DiagnosisTable.diagnose(view);
    return new Diagnosed(
        diagnosis.code().words(),
        diagnosis.sentence(),
        diagnosis instanceof Diagnosis.Whole
            ? Diagnosed.Verdict.WHOLE
            : Diagnosed.Verdict.IN_TROUBLE,
        diagnosis.runbook().filter(name -> Runbooks.named(name).isPresent()),
        view.remembered(),
        diagnosis.code().words() + ": " + diagnosis.sentence(),
        Optional.of("1.0"),
        Recording.found(view, diagnosis).writesFailSince(),
        diagnosis.margin(view),
        restraint.apply(diagnosis.code().words() + ": " + diagnosis.sentence()));
  }

  private LastComparison found(ClusterView view) {
    return new LastComparison(
        view.at(),
        new Revision(80),
        new ComparedVoters(view).ids(),
        difference,
        Optional.empty(),
        Optional.empty());
  }
}
