package io.quorate.slack;

import java.util.Optional;

/**
 * What a button carries, so that a click says by itself what it is about: the operation, the
 * question and the digest of the plan that was on the screen.
 */
public record ButtonValue(String operation, String question, String digest) {
  public static final String APPROVE = "quorate.approve";
  public static final String REJECT = "quorate.reject";
  public static final String EVIDENCE = "quorate.evidence";

  private static final int PARTS = 3;

  /** As it is sent; none of the three ever contains a space. */
  public String text() {
    return operation + " " + question + " " + digest;
  }

  /** Empty for a button that is none of ours. */
  public static Optional<ButtonValue> parse(String text) {
    String[] parts = text.split(" ", -1);
    return parts.length == PARTS
        ? Optional.of(new ButtonValue(parts[0], parts[1], parts[2]))
        : Optional.empty();
  }
}
