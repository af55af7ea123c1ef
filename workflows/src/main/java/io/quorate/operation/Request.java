package io.quorate.operation;

import java.util.Locale;
import java.util.Objects;

/**
 * What a person asks of a running operation, beside a decision.
 *
 * @param by who asks
 * @param reason may be empty, except for a skip
 */
public record Request(Verb verb, String by, String reason) {
  public Request {
    Objects.requireNonNull(verb, "verb");
    Objects.requireNonNull(by, "by");
    reason = Missing.orElse(reason, "");
  }

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

  /** {@code skipped by bob: the disk is full}: the evidence of a step that was not carried out. */
  public String skipped() {
    return "skipped by " + by + ": " + reason;
  }

  /**
   * What the person is told.
   *
   * @param counted whether it will be done
   */
  public record Answer(boolean counted, String sentence) {
    public Answer {
      sentence = Missing.orElse(sentence, "");
    }
  }
}
