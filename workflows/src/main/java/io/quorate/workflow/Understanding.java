package io.quorate.workflow;

import io.quorate.history.OpaqueValues;
import io.quorate.operation.Opaque;
import io.temporal.workflow.Workflow;
import java.util.Optional;

/**
 * Reads recorded values in a workflow. A value that a newer release wrote, and this one cannot
 * read, is an outcome and no failed task: the operation parks. Whether it was read is recorded, so
 * a release that can read it replays what the one did that could not.
 */
final class Understanding {
  private static final String READ = "read";

  /** The change by which the reading of a signal is recorded. */
  private static final String SIGNALS = "signals-record-reading";

  private Understanding() {}

  /**
   * The value; empty when the release that saw it first could not read it. Costs one event in the
   * life of a run, and two for each value that cannot be read: Temporal records a change only.
   */
  static <T> Optional<T> of(Opaque value, Class<T> kind) {
    Optional<T> known = OpaqueValues.known(value, kind);
    boolean read =
        Workflow.mutableSideEffect(
            READ, Boolean.class, (before, now) -> !before.equals(now), known::isPresent);
    return asFirstSeen(value, known, read);
  }

  /**
   * The value of a signal; empty when the release that saw it first could not read it. Costs one
   * event each: several signals can come in one task, in which a changed record is not seen yet.
   */
  static <T> Optional<T> ofSignal(Opaque value, Class<T> kind) {
    Optional<T> known = OpaqueValues.known(value, kind);
    boolean recorded =
        Workflow.getVersion(SIGNALS, Workflow.DEFAULT_VERSION, 1) > Workflow.DEFAULT_VERSION;
    return recorded
        ? asFirstSeen(value, known, Workflow.sideEffect(Boolean.class, known::isPresent))
        : known;
  }

  private static <T> Optional<T> asFirstSeen(Opaque value, Optional<T> known, boolean read) {
    if (read && known.isEmpty()) {
      // The task fails until a worker of a release comes that can read it: nothing is lost.
      throw new IllegalStateException(needed(value));
    }
    return read ? known : Optional.empty();
  }

  /**
   * The value of an update, which its validator has read. A release that cannot read it was not the
   * one that accepted it: the task waits for a worker of a release that can.
   */
  static <T> T accepted(Opaque value, Class<T> kind) {
    return OpaqueValues.known(value, kind)
        .orElseThrow(() -> new IllegalStateException(needed(value)));
  }

  /** What to do about a value that cannot be read. */
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
