package io.quorate.workflow;

import java.util.Locale;

/**
 * What a person asks of a running operation, beside a decision.
 *
 * @param by who asks
 * @param reason may be empty, except for a skip
 */
public record Request(Verb verb, String by, String reason) {
  /** The operator's verbs. */
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

  /**
   * What the person is told.
   *
   * @param counted whether it will be done
   */
  public record Answer(boolean counted, String sentence) {}
}
