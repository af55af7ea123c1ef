package io.quorate.workflow;

import io.quorate.history.OpaqueValues;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.Opaque;
import io.quorate.step.Reason;
import io.temporal.api.enums.v1.RetryState;
import io.temporal.api.enums.v1.TimeoutType;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.TimeoutFailure;
import java.util.Optional;

/** Reasons why activities failed, in words for people. */
public final class Reasons {
  private Reasons() {}

  static String of(ActivityFailure failure) {
    return failure.getCause() == null
        ? String.valueOf(failure.getMessage())
        : ofCause(failure.getCause());
  }

  /** Describes why an activity failed, by the cause that the history records for its failure. */
  public static String ofCause(Throwable cause) {
    if (cause instanceof ApplicationFailure known) {
      return known.getOriginalMessage();
    }
    if (cause instanceof TimeoutFailure timeout) {
      return "no answer in time ("
          + timeout.getTimeoutType().name().replace("TIMEOUT_TYPE_", "").replace('_', ' ')
          + ")";
    }
    if (cause instanceof CanceledFailure) {
      return "it was called off";
    }
    return String.valueOf(cause.getMessage());
  }

  /**
   * Returns the reason with its code and what to do, where the activity reported one. An activity
   * that ran out of time reports the reason of its last attempt.
   */
  static Optional<Reason> reason(ActivityFailure failure) {
    for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof ApplicationFailure known && known.getDetails().getSize() > 0) {
        return OpaqueValues.known(known.getDetails().get(Opaque.class), Reason.class);
      }
    }
    return Optional.empty();
  }

  static boolean is(ActivityFailure failure, String type) {
    return failure.getCause() instanceof ApplicationFailure known && type.equals(known.getType());
  }

  /**
   * Returns whether the step may have taken effect although it failed: the answer of an attempt was
   * lost, or the last attempt timed out.
   */
  static boolean isUnknown(ActivityFailure failure) {
    if (failure.getCause() instanceof TimeoutFailure timeout) {
      return timeout.getTimeoutType() != TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_START;
    }
    for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof ApplicationFailure known
          && FailureTypes.UNKNOWN.equals(known.getType())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether the time for the whole activity is over. An attempt that Temporal does not
   * repeat, because the time would be over before, counts too.
   */
  static boolean isOutOfTime(ActivityFailure failure) {
    return failure.getRetryState() == RetryState.RETRY_STATE_TIMEOUT
        || (failure.getCause() instanceof TimeoutFailure timeout
            && timeout.getTimeoutType() == TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_CLOSE);
  }

  static boolean isCancelled(ActivityFailure failure) {
    return failure.getCause() instanceof CanceledFailure;
  }
}
