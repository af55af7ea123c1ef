package io.quorate.step;

import java.util.List;
import java.util.stream.Stream;

/**
 * Reason of a refusal, a wait, or an end without a plan.
 *
 * @param code the stable name of the reason: {@code voter-answers}. A text, so that a release reads
 *     the codes of a later one
 * @param headline one or two short sentences for people: the facts
 * @param todo what a person can do: one command or one sentence each
 */
public record Reason(String code, String headline, List<String> todo) {
  private static final String DO = "Do: ";

  public Reason {
    todo = List.copyOf(todo);
  }

  /** Returns this reason with a headline that begins with another finding. */
  public Reason after(String finding) {
    return new Reason(code, finding + headline, todo);
  }

  /** Returns the reason as people read it: the headline, then a line for each thing to do. */
  public String text() {
    return text(headline, todo);
  }

  /** Returns a sentence, then a line for each thing to do. */
  public static String text(String sentence, List<String> todo) {
    return String.join(
        "\n", Stream.concat(Stream.of(sentence), todo.stream().map(DO::concat)).toList());
  }
}
