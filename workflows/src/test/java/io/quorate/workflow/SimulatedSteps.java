package io.quorate.workflow;

import io.quorate.operation.FailureTypes;
import io.quorate.operation.StepOrder;
import io.quorate.plan.PlannedStep;
import io.quorate.recording.Attempts;
import io.quorate.recording.NeedsRelease;
import io.quorate.recording.Orders;
import io.quorate.recording.Recording;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.DynamicActivity;
import io.temporal.client.ActivityCompletionException;
import io.temporal.common.converter.EncodedValues;
import io.temporal.common.converter.Values;
import io.temporal.failure.ApplicationFailure;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** Every step, carried out on the simulated cluster, with the product's count of attempts. */
record SimulatedSteps(SimulatedCluster cluster, Faults faults, Supplier<Instant> clock)
    implements DynamicActivity {
  @Override
  public Object execute(EncodedValues arguments) {
    StepOrder ordered = arguments.get(0, StepOrder.class);
    PlannedStep order = read(ordered);
    ActivityExecutionContext context = Activity.getExecutionContext();
    Attempts before = context.getHeartbeatDetails(Attempts.class).orElse(Attempts.NONE);
    context.heartbeat(before);
    int number = context.getInfo().getAttempt();
    if (before.tooSilent(number)) {
      throw last(Attempts.silence(), "Transient", before, number);
    }
    if (ordered.beginBefore().filter(clock.get()::isAfter).isPresent()) {
      throw last(
          "good until " + ordered.beginBefore().get(), FailureTypes.STALE_YES, before, number);
    }
    if (ordered.goesOnBefore().filter(clock.get()::isAfter).isPresent()) {
      throw last(
          "good until " + ordered.goesOnBefore().get(), FailureTypes.STALE_YES, before, number);
    }
    Instant began = clock.get();
    try {
      return new Recording("1.0")
          .result(
              faults.around(order.step().name(), () -> cluster.carryOut(order)), order.sentence());
    } catch (ApplicationFailure failure) {
      Attempts after = before.after(failure.getType(), began, clock.get());
      handOn(context, after);
      boolean last = List.of(FailureTypes.notRetried()).contains(failure.getType());
      if (last || after.spent(order.step().budget()).isPresent()) {
        throw last(
            failure.getOriginalMessage(), failure.getType(), before, number, failure.getDetails());
      }
      throw failure;
    }
  }

  private static void handOn(ActivityExecutionContext context, Attempts after) {
    try {
      context.heartbeat(after);
    } catch (ActivityCompletionException calledOff) {
      // It says how it ended all the same.
    }
  }

  private static PlannedStep read(StepOrder ordered) {
    try {
      return Orders.step(ordered, "1.0");
    } catch (NeedsRelease later) {
      throw ApplicationFailure.newNonRetryableFailure(
          String.valueOf(later.getMessage()), FailureTypes.FAULT);
    }
  }

  private static ApplicationFailure last(
      String message, String type, Attempts before, int number, Values... details) {
    ApplicationFailure.Builder failure =
        ApplicationFailure.newBuilder().setMessage(message).setType(type).setNonRetryable(true);
    for (Values reason : details) {
      failure.setDetails(reason);
    }
    if (before.mayHaveTakenEffect(number)) {
      failure.setCause(ApplicationFailure.newFailure("before", FailureTypes.UNKNOWN));
    }
    return failure.build();
  }
}
