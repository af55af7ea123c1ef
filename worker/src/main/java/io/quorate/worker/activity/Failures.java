package io.quorate.worker.activity;

import io.quorate.execution.ApprovalExpired;
import io.quorate.execution.WorldChanged;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.Opaque;
import io.quorate.port.Failure;
import io.quorate.recording.NeedsRelease;
import io.quorate.recording.Orders;
import io.quorate.wire.Release;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.function.Supplier;

/** Failures of activities in Temporal's terms: the type says what may be done next. */
final class Failures {
  private static final Duration CONDITIONS_TAKE = Duration.ofSeconds(2);

  private Failures() {}

  /**
   * Runs the work; everything it throws leaves as an {@link ApplicationFailure} with a sentence.
   */
  static <T> T translated(Supplier<T> work) {
    try {
      return work.get();
    } catch (WorldChanged changed) {
      throw last(FailureTypes.CHANGED, changed);
    } catch (ApprovalExpired tooLate) {
      throw last(FailureTypes.STALE_YES, tooLate);
    } catch (Failure failure) {
      throw translated(failure);
    } catch (IllegalArgumentException | NeedsRelease wrong) {
      throw last(FailureTypes.FAULT, wrong);
    }
  }

  /**
   * Reads the order of a workflow to an activity. An order that this release cannot read is refused
   * with a sentence, and not tried again.
   */
  static <T> T order(Opaque written, Class<T> kind) {
    return translated(() -> Orders.read(written, kind, Release.name()));
  }

  /**
   * The failure for an unexpected exception: a sentence, and where the log has the rest. Class
   * names, stack traces and messages of libraries can carry what must not be stored in a history.
   *
   * @param reference word that stands in the log beside the exception
   */
  static ApplicationFailure unexpected(String activity, String reference) {
    return plain(
        ApplicationFailure.newBuilder()
            .setType(FailureTypes.FAULT)
            .setNonRetryable(true)
            .setMessage(
                "Quorate met a fault of its own in %s; the worker's log has it as %s"
                    .formatted(activity, reference))
            .build());
  }

  /** The failure without its stack trace, which Temporal would store. */
  static ApplicationFailure plain(ApplicationFailure failure) {
    failure.setStackTrace(new StackTraceElement[0]);
    return failure;
  }

  /** Returns the failure as Temporal keeps and repeats it. */
  static ApplicationFailure translated(Failure failure) {
    return switch (failure) {
      case Failure.Transient passing -> again(FailureTypes.TRANSIENT, passing).build();
      case Failure.Unknown unknown -> again(FailureTypes.UNKNOWN, unknown).build();
      case Failure.NotYet later ->
          withReason(again(FailureTypes.NOT_YET, later), later)
              .setNextRetryDelay(CONDITIONS_TAKE)
              .build();
      case Failure.Refused refused ->
          withReason(again(FailureTypes.REFUSED, refused), refused).setNonRetryable(true).build();
      case Failure.Fault fault -> last(FailureTypes.FAULT, fault);
    };
  }

  /** Adds the code of the reason and what to do, where the failure has them. */
  private static ApplicationFailure.Builder withReason(
      ApplicationFailure.Builder failure, Failure known) {
    return known
        .reason()
        .map(reason -> failure.setDetails(OpaqueValues.of(reason)))
        .orElse(failure);
  }

  /**
   * Returns the failure with a cause that says that an attempt before may have taken effect; the
   * workflow reads the type of the cause.
   */
  static ApplicationFailure afterUnknown(ApplicationFailure failure) {
    return ApplicationFailure.newBuilder()
        .setMessage(failure.getOriginalMessage())
        .setType(failure.getType())
        .setNonRetryable(failure.isNonRetryable())
        .setDetails(failure.getDetails())
        .setCause(
            plain(
                ApplicationFailure.newNonRetryableFailure(
                    "an attempt before may have taken effect", FailureTypes.UNKNOWN)))
        .build();
  }

  /** Returns the failure as one after which a person is asked, with the reason that it has. */
  static ApplicationFailure last(ApplicationFailure failure) {
    return ApplicationFailure.newBuilder()
        .setMessage(failure.getOriginalMessage())
        .setType(failure.getType())
        .setNonRetryable(true)
        .setDetails(failure.getDetails())
        .build();
  }

  /** A failure after which a person is asked. */
  static ApplicationFailure last(String type, String sentence) {
    return ApplicationFailure.newNonRetryableFailure(sentence, type);
  }

  private static ApplicationFailure last(String type, RuntimeException cause) {
    return again(type, cause).setNonRetryable(true).build();
  }

  /**
   * A failure to be tried again, without its cause: a client library's exception could carry what
   * must not be in a history.
   */
  private static ApplicationFailure.Builder again(String type, RuntimeException cause) {
    return ApplicationFailure.newBuilder()
        .setMessage(String.valueOf(cause.getMessage()))
        .setType(type);
  }
}
