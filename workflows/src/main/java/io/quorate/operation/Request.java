package io.quorate.operation;

import java.util.Locale;

/**
 * Request of a person to a running operation, other than a decision.
 *
 * @param by who asks
 * @param reason may be empty, except for a skip
 */
public record Request(Verb verb, String by, String reason) {
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
