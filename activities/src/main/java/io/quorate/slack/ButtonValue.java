package io.quorate.slack;

import java.util.Optional;

/**
 * Value of a button: operation, question, and digest of the plan on the screen, so that a click
 * says by itself what it is about.
 *
 * @param typed what an approver has to type: the cluster's name. Slack's permission to open a
 *     dialog lasts three seconds, which leaves no time to ask the operation; empty where a click is
 *     enough, and in buttons of releases that did not ask for it
 */
public record ButtonValue(
    String operation, String question, String digest, Optional<String> typed) {
  public static final String APPROVE = "quorate.approve";
  public static final String REJECT = "quorate.reject";
  public static final String EVIDENCE = "quorate.evidence";

  private static final int PARTS = 3;

  /**
   * Returns the value as Slack carries it: operation, question, digest and the name, if one has to
   * be typed. None of them contains a space.
   */
  public String text() {
    return operation + " " + question + " " + digest + typed.map(" "::concat).orElse("");
  }

  /** Parses the value of a button; empty for a value that Quorate did not make. */
  public static Optional<ButtonValue> parse(String text) {
    String[] parts = text.split(" ", -1);
    return switch (parts.length) {
      case PARTS -> Optional.of(new ButtonValue(parts[0], parts[1], parts[2], Optional.empty()));
      case PARTS + 1 ->
          Optional.of(new ButtonValue(parts[0], parts[1], parts[2], Optional.of(parts[PARTS])));
      default -> Optional.empty();
    };
  }
}
