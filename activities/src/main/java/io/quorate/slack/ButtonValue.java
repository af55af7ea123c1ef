package io.quorate.slack;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Value of a button: operation, question, and digest of the plan on the screen, so that a click
 * says by itself what it is about.
 *
 * @param operation its id; the cluster's key for a button about whatever waits there
 * @param question its id; for a verb the place where the operation stands, or {@code -} where the
 *     verb is about no certain place
 * @param digest {@code -} for a verb
 * @param typed what an approver has to type: the cluster's name. Slack's permission to open a
 *     dialog lasts three seconds, which leaves no time to ask the operation; empty where a click is
 *     enough, and in buttons of releases that did not ask for it
 * @param costs what the plan costs, or the consequence of a verb, for the dialog; empty where a
 *     click is enough, and in buttons of older releases
 */
public record ButtonValue(
    String operation,
    String question,
    String digest,
    Optional<String> typed,
    Optional<String> costs) {
  public static final String APPROVE = "quorate.approve";
  public static final String REJECT = "quorate.reject";
  public static final String EVIDENCE = "quorate.evidence";
  public static final String PAGE = "quorate.page";

  private static final String NOTHING = "-";

  private static final int PARTS = 3;
  private static final int WITH_NAME = 4;
  private static final int WITH_COSTS = 5;

  /** Most characters of the encoded costs; Slack refuses a value of more than 2,000. */
  private static final int LONGEST_COSTS = 1200;

  /** Returns the value of a verb that is about the place where an operation stands. */
  static ButtonValue at(String operation, String place) {
    return new ButtonValue(operation, place, NOTHING, Optional.empty(), Optional.empty());
  }

  /** Returns the value of a verb that is about no certain place of an operation or a cluster. */
  static ButtonValue anywhere(String name) {
    return at(name, NOTHING);
  }

  /** Returns this value with the consequence of a verb. */
  ButtonValue costing(String consequence) {
    return new ButtonValue(operation, question, digest, typed, Optional.of(consequence));
  }

  /** Returns the place that a verb is about; empty where it is about no certain place. */
  public Optional<String> place() {
    return Optional.of(question).filter(place -> !place.equals(NOTHING));
  }

  /**
   * Returns the value as Slack carries it: operation, question, digest, the name to type or {@code
   * -}, and the costs. None of them contains a space; the last two are left out where they are
   * empty.
   */
  public String text() {
    return operation
        + " "
        + question
        + " "
        + digest
        + typed.or(() -> costs.map(words -> NOTHING)).map(name -> " " + name).orElse("")
        + costs.map(words -> " " + encoded(words)).orElse("");
  }

  private static String encoded(String words) {
    String all = URLEncoder.encode(words, StandardCharsets.UTF_8);
    return all.length() <= LONGEST_COSTS
        ? all
        : URLEncoder.encode(words.substring(0, LONGEST_COSTS / 9) + "…", StandardCharsets.UTF_8);
  }

  /** Parses the value of a button; empty for a value that Quorate did not make. */
  public static Optional<ButtonValue> parse(String text) {
    String[] parts = text.split(" ", -1);
    return switch (parts.length) {
      case PARTS, WITH_NAME, WITH_COSTS ->
          Optional.of(
              new ButtonValue(
                  parts[0],
                  parts[1],
                  parts[2],
                  part(parts, PARTS).filter(name -> !name.equals(NOTHING)),
                  part(parts, WITH_NAME).flatMap(ButtonValue::decoded)));
      default -> Optional.empty();
    };
  }

  private static Optional<String> part(String[] parts, int index) {
    return index < parts.length ? Optional.of(parts[index]) : Optional.empty();
  }

  private static Optional<String> decoded(String words) {
    try {
      return Optional.of(URLDecoder.decode(words, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException notOurs) {
      return Optional.empty();
    }
  }
}
