package io.quorate.slack;

import java.util.Optional;

/**
 * Value of a button: operation, question, and digest of the plan on the screen, so that a click
 * says by itself what it is about.
 */
public record ButtonValue(String operation, String question, String digest) {
  public static final String APPROVE = "quorate.approve";
  public static final String REJECT = "quorate.reject";
  public static final String EVIDENCE = "quorate.evidence";

  private static final int PARTS = 3;

  /**
   * Returns the value as Slack carries it: operation, question and digest, none of which contains a
   * space.
   */
  public String text() {
    return operation + " " + question + " " + digest;
  }

  /** Parses the value of a button; empty for a value that Quorate did not make. */
  public static Optional<ButtonValue> parse(String text) {
    String[] parts = text.split(" ", -1);
    return parts.length == PARTS
        ? Optional.of(new ButtonValue(parts[0], parts[1], parts[2]))
        : Optional.empty();
  }
}
