package io.quorate.operation;

import io.quorate.approval.Door;
import java.util.Locale;
import java.util.Optional;

/**
 * Request of a person to a running operation, other than a decision.
 *
 * @param by who asks
 * @param reason may be empty, except for a skip
 * @param door through which the request came; empty in requests of releases that did not say it,
 *     and where Temporal itself asks
 * @param place the {@link OperationState#place} that the person read about, where the request is
 *     about that place alone: the button of an old park must not retry the next one
 * @param ends what {@code continue} ends, where the button said which; else it ends a pause, and
 *     the wait of a step where there is no pause
 */
public record Request(
    Verb verb,
    String by,
    String reason,
    Optional<Door> door,
    Optional<String> place,
    Optional<Ends> ends) {
  /** Creates a request that does not say what it ends. */
  public Request(Verb verb, String by, String reason, Optional<Door> door, Optional<String> place) {
    this(verb, by, reason, door, place, Optional.empty());
  }

  /** Things that {@code continue} ends. */
  public enum Ends {
    PAUSE,
    WAIT
  }

  /** Verbs that operators can use. */
  public enum Verb {
    PAUSE,
    CONTINUE,
    ABORT,
    RETRY,
    SKIP;

    public String words() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Returns the evidence of a skipped step: {@code skipped by bob: the disk is full}. */
  public String skipped() {
    return "skipped by " + by + ": " + reason;
  }

  /**
   * Answer to the person who made the request.
   *
   * @param counted whether the operation will do it
   */
  public record Answer(boolean counted, String sentence) {}
}
