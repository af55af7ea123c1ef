package io.quorate.workflow;

import io.quorate.history.OpaqueValues;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationRequest;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.Workflow;
import java.util.Optional;

/**
 * Reader of recorded values in a workflow. A value that a newer release wrote, and this one cannot
 * read, parks the operation in place of failing the workflow task. The history records whether a
 * value was read, so that a newer release replays the decisions of the older one.
 */
final class PayloadReader {
  private static final String READ = "read";

  private PayloadReader() {}

  /**
   * Reads the value; empty when the release that saw it first could not read it. Costs one event in
   * the life of a run, and two for each value that cannot be read: Temporal records a mutable side
   * effect only when its value changes.
   */
  static <T> Optional<T> of(Opaque value, Class<T> kind) {
    Optional<T> known = OpaqueValues.known(value, kind);
    boolean read =
        Workflow.mutableSideEffect(
            READ, Boolean.class, (before, now) -> !before.equals(now), known::isPresent);
    return asFirstSeen(value, known, read);
  }

  /**
   * Reads the value of a signal; empty when the release that saw it first could not read it. Costs
   * one event a signal: several signals can come in one task, in which a changed record is not seen
   * yet.
   */
  static <T> Optional<T> ofSignal(Opaque value, Class<T> kind) {
    Optional<T> known = OpaqueValues.known(value, kind);
    return asFirstSeen(value, known, Workflow.sideEffect(Boolean.class, known::isPresent));
  }

  /** Reads the request; throws when this release cannot read it, before anything has begun. */
  static OperationRequest request(Opaque written) {
    return OpaqueValues.known(written, OperationRequest.class)
        .orElseThrow(
            () -> ApplicationFailure.newNonRetryableFailure(needed(written), FailureTypes.FAULT));
  }

  private static <T> Optional<T> asFirstSeen(Opaque value, Optional<T> known, boolean read) {
    if (read && known.isEmpty()) {
      // The task fails until a worker of a release that can read the value takes it; no signal is
      // lost.
      throw new IllegalStateException(needed(value));
    }
    return read ? known : Optional.empty();
  }

  /**
   * Reads the value of an update, which its validator has read. A release that cannot read the
   * value did not accept the update: the task fails until a worker of a release that can takes it.
   */
  static <T> T accepted(Opaque value, Class<T> kind) {
    return OpaqueValues.known(value, kind)
        .orElseThrow(() -> new IllegalStateException(needed(value)));
  }

  /** Returns the sentence that names the release needed for a value that this one cannot read. */
  static String needed(Opaque value) {
    return OpaqueValues.release(value)
        .map(
            release ->
                "Quorate "
                    + release
                    + " wrote something that this worker cannot read; start a worker of that"
                    + " release or a later one")
        .orElse(
            "a newer release of Quorate wrote something that this worker cannot read; start a"
                + " worker of that release");
  }
}
