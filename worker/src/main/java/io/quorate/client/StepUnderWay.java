package io.quorate.client;

import io.quorate.cluster.StableName;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationState;
import io.quorate.operation.StepState;
import io.quorate.operation.StepState.Progress;
import io.quorate.operation.UtcTime;
import io.quorate.recording.Attempts;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionResponse;
import io.temporal.common.converter.DataConverter;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * The running attempt at an operation's step. The operation knows only that the step was begun; the
 * step's progress, and what it waits for, is in the heartbeats and failures of its activity, which
 * Temporal shows without a worker.
 *
 * @param activityType the step's name in Temporal
 * @param failure why the attempt before failed, or what it waits for
 * @param waitingSince since when each attempt has found a condition not true yet
 * @param sentence the attempt's progress; empty when it reported none yet
 */
public record StepUnderWay(
    String activityType,
    int attempt,
    Optional<String> failure,
    Optional<Instant> waitingSince,
    Optional<String> sentence) {
  /** Activities of an operation that observe the cluster and are not steps. */
  private static final Set<String> LOOKS = Set.of(OperationNames.PRESCRIBE, OperationNames.WATCH);

  /** Returns the attempt at the step that a run has under way; empty between steps. */
  public static Optional<StepUnderWay> of(
      DescribeWorkflowExecutionResponse run, DataConverter converter) {
    return run.getPendingActivitiesList().stream()
        .filter(activity -> !LOOKS.contains(activity.getActivityType().getName()))
        .map(activity -> of(activity, converter))
        .findFirst();
  }

  private static StepUnderWay of(PendingActivityInfo activity, DataConverter converter) {
    Attempts attempts = attempts(activity, converter).orElse(Attempts.NONE);
    boolean waits =
        FailureTypes.NOT_YET.equals(
            activity.getLastFailure().getApplicationFailureInfo().getType());
    return new StepUnderWay(
        activity.getActivityType().getName(),
        activity.getAttempt(),
        Optional.of(activity.getLastFailure().getMessage()).filter(text -> !text.isBlank()),
        waits ? attempts.waitingSince() : Optional.empty(),
        Optional.of(attempts.sentence()).filter(text -> !text.equals(Attempts.NONE.sentence())));
  }

  private static Optional<Attempts> attempts(
      PendingActivityInfo activity, DataConverter converter) {
    return activity.getHeartbeatDetails().getPayloadsCount() == 0
        ? Optional.empty()
        : OpaqueValues.known(
            converter.fromPayload(
                activity.getHeartbeatDetails().getPayloads(0), Opaque.class, Opaque.class),
            Attempts.class);
  }

  /** Returns the state with the progress of its running step. */
  public OperationState shownIn(OperationState state) {
    return words().map(words -> state.doing(this::isAt, words)).orElse(state);
  }

  /**
   * Returns this attempt, if its step has waited for longer than a time. Number and progress of the
   * attempt are left out, so that the next attempt of one wait is equal and people are told once.
   */
  public Optional<StepUnderWay> ifWaitingFor(Duration time, Instant now) {
    return waitingSince.filter(since -> now.isAfter(since.plus(time))).isPresent()
        ? Optional.of(new StepUnderWay(activityType, 1, failure, waitingSince, Optional.empty()))
        : Optional.empty();
  }

  private boolean isAt(StepState step) {
    return step.progress() == Progress.RUNNING
        && step.evidence().isEmpty()
        && StableName.typeOf(step.name()).equals(activityType);
  }

  private Optional<String> words() {
    if (waitingSince.isPresent()) {
      return failure.map(
          condition -> "waits since " + UtcTime.of(waitingSince.get()) + ": " + condition);
    }
    return failure
        .map(last -> "attempt " + attempt + "; the one before failed: " + last)
        .or(() -> sentence);
  }
}
