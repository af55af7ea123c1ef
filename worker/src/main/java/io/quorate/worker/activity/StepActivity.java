package io.quorate.worker.activity;

import io.quorate.cluster.ClusterKey;
import io.quorate.execution.Guarded;
import io.quorate.execution.StepExecutors;
import io.quorate.observation.Observer;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.Opaque;
import io.quorate.operation.RecordedResult;
import io.quorate.operation.StepOrder;
import io.quorate.plan.PlannedStep;
import io.quorate.plan.StepResult;
import io.quorate.port.ClusterPorts;
import io.quorate.recording.Attempts;
import io.quorate.recording.Orders;
import io.quorate.recording.Recording;
import io.quorate.wire.Release;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.DynamicActivity;
import io.temporal.common.converter.EncodedValues;
import io.temporal.failure.ApplicationFailure;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out every step of every plan. The activity type that the Temporal page shows is the
 * step's name.
 *
 * @param recent forgets what was seen of a cluster before a step
 * @param installation which Temporal namespace carries the operations out
 */
public record StepActivity(
    Function<ClusterKey, ClusterPorts> clusters,
    Clock clock,
    String installation,
    RecentViews recent)
    implements DynamicActivity {
  private static final Logger LOG = LoggerFactory.getLogger(StepActivity.class);

  @Override
  public Object execute(EncodedValues arguments) {
    StepOrder ordered = Failures.order(arguments.get(0, Opaque.class), StepOrder.class);
    PlannedStep order = Failures.translated(() -> Orders.step(ordered, Release.name()));
    ActivityExecutionContext context = Activity.getExecutionContext();
    ServerTime time = ServerTime.of(context.getInfo());
    String operation = ordered.operation();
    int number = context.getInfo().getAttempt();
    LOG.info("{} {}: attempt {}", operation, order.sentence(), number);
    try (HeartbeatingAttempt attempt = new HeartbeatingAttempt(context, operation)) {
      Optional<ApplicationFailure> spent = spentBefore(attempt.before(), number, order);
      if (spent.isPresent()) {
        throw last(spent.get(), attempt.before(), number);
      }
      if (order.step().hazard().mutates() && order.step().mayBeCalledOff()) {
        attempt.interruptWhenCalledOff();
      }
      RecordedResult result = carryOut(order, attempt, time, number);
      LOG.info("{} {}: {}", operation, result.outcome(), result.evidence());
      return result;
    }
  }

  /**
   * Carries out a step. Temporal repeats a failed attempt until the budget of the step is spent.
   */
  private RecordedResult carryOut(
      PlannedStep order, HeartbeatingAttempt attempt, ServerTime time, int number) {
    Instant began = clock.instant();
    try {
      StepResult result = Failures.translated(() -> execute(order, attempt, time));
      return new Recording(Release.name()).result(result, order.sentence());
    } catch (ApplicationFailure failure) {
      if (failure.isNonRetryable()) {
        throw last(failure, attempt.before(), number);
      }
      Attempts after = attempt.before().after(failure.getType(), began, clock.instant());
      attempt.handOn(after);
      Optional<String> spent = after.spent(order.budget());
      if (spent.isPresent()) {
        LOG.info("{} {}: {}", attempt.operation(), order.sentence(), spent.get());
        throw last(Failures.last(failure), attempt.before(), number);
      }
      throw failure;
    }
  }

  /**
   * Returns the failure of a step whose budget the attempts before have spent: an attempt that was
   * cut off could not report it itself.
   */
  private static Optional<ApplicationFailure> spentBefore(
      Attempts before, int number, PlannedStep order) {
    if (before.tooSilent(number)) {
      return Optional.of(Failures.last(FailureTypes.TRANSIENT, Attempts.silence()));
    }
    return before
        .spent(order.budget())
        .map(spent -> spent + "; the last one was at: " + before.sentence())
        .map(words -> Failures.last(FailureTypes.TRANSIENT, words));
  }

  /** The failure that ends the step, with whether an attempt before it may have taken effect. */
  private static ApplicationFailure last(ApplicationFailure failure, Attempts before, int number) {
    return before.mayHaveTakenEffect(number) ? Failures.afterUnknown(failure) : failure;
  }

  private StepResult execute(PlannedStep order, HeartbeatingAttempt attempt, ServerTime time) {
    ClusterKey cluster = order.plan().seen().cluster();
    ClusterPorts ports = clusters.apply(cluster);
    Observer observer = Observer.recording(ports, clock);
    Guarded guarded = new Guarded(ports, observer, System::nanoTime, time, installation);
    try {
      return StepExecutors.execute(guarded, order, attempt);
    } finally {
      // What was seen before or during the step is not what is there after it.
      recent.forget(cluster);
    }
  }
}
