package io.quorate.workflow;

import io.quorate.operation.FailureTypes;
import io.temporal.api.enums.v1.TimeoutType;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.TimeoutFailure;

/** Why an activity failed, in words. */
public final class Reasons {
  private Reasons() {}

  static String of(ActivityFailure failure) {
    return failure.getCause() == null
        ? String.valueOf(failure.getMessage())
        : ofCause(failure.getCause());
  }

  /** Why an activity failed, in words, from the cause that its failure in a history has. */
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

  static boolean is(ActivityFailure failure, String type) {
    return failure.getCause() instanceof ApplicationFailure known && type.equals(known.getType());
  }

  /**
   * Whether the worker that had the last attempt was silent. It says nothing about the step: a
   * worker that is frozen and not dead takes attempt after attempt, one with each of its polls.
   */
  static boolean isUnanswered(ActivityFailure failure) {
    return failure.getCause() instanceof TimeoutFailure timeout
        && timeout.getTimeoutType() == TimeoutType.TIMEOUT_TYPE_HEARTBEAT;
  }

  /**
   * Whether the step may have taken effect although it failed: an answer was lost, in its last
   * attempt or one before, or nobody heard how it ended.
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

  static boolean isCancelled(ActivityFailure failure) {
    return failure.getCause() instanceof CanceledFailure;
  }
}
