package io.quorate.head;

import io.quorate.cluster.CleanText;
import io.quorate.cluster.RehearsalText;
import io.quorate.cluster.Sentences;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Head of a matter: the first five lines that people read of an operation or an incident, the same
 * in Slack, in a notification, on the page, on the command line and in Temporal. Times are UTC. A
 * line that has nothing to say is an empty text.
 *
 * @param title what the matter is, for a heading: {@code payments: replace etcd-1}
 * @param wrong what is wrong, with the member and since when
 * @param proposed what is proposed, with the member
 * @param costs what that costs, the worst first
 * @param asked who asked, and who has answered or is missing
 * @param next what happens next
 * @param push the first two lines and the worst of the third in at most {@value #LONGEST_PUSH}
 *     characters, for a notification
 */
public record Head(
    String title,
    String wrong,
    String proposed,
    String costs,
    String asked,
    String next,
    String push) {
  /** Most characters of a notification. */
  public static final int LONGEST_PUSH = 150;

  /** Characters that what is wrong keeps in a notification that is too long otherwise. */
  private static final int LEAST_WRONG = 54;

  /** Characters that the proposal keeps in a notification that is too long otherwise. */
  private static final int LEAST_PROPOSED = 50;

  /**
   * Returns the head of an operation.
   *
   * @param now the time for which durations are said; a message that must not change by itself has
   *     the time of its question
   * @param reach whom the matter has reached; empty where nobody follows that
   */
  public static Head of(OperationState state, Instant now, Optional<Reach> reach) {
    Head head = new HeadOfOperation(state, now, reach).head();
    return state.isRehearsal() ? head.rehearsed() : head;
  }

  /** Returns the head of a rehearsal: each of its lines says so. */
  private Head rehearsed() {
    return new Head(
        RehearsalText.marked(title),
        RehearsalText.marked(wrong),
        RehearsalText.marked(proposed),
        RehearsalText.marked(costs),
        RehearsalText.marked(asked),
        RehearsalText.marked(next),
        RehearsalText.marked(push, LONGEST_PUSH));
  }

  /**
   * Returns the head of an incident.
   *
   * @param now the time for which durations are said
   * @param reach whom the matter has reached; empty where nobody follows that
   */
  public static Head of(IncidentState state, Instant now, Optional<Reach> reach) {
    return new HeadOfIncident(state, now, reach).head();
  }

  /** Returns the lines that say something, in their order. */
  public List<String> lines() {
    return Stream.of(wrong, proposed, costs, asked, next).filter(line -> !line.isBlank()).toList();
  }

  /**
   * Returns a notification of these sentences. Where they are too long, what is least important of
   * what is wrong goes first, and then each part is shortened.
   *
   * @param wrong what is wrong, the most important sentence first
   */
  static String push(List<String> wrong, String proposed, String worst) {
    return push(wrong, proposed, worst, LONGEST_PUSH);
  }

  /** Returns a notification of at most that many characters. */
  static String push(List<String> wrong, String proposed, String worst, int longest) {
    for (int kept = wrong.size(); kept > 0; kept--) {
      String all = Sentences.joined(joined(wrong.subList(0, kept)), proposed, worst);
      if (all.length() <= longest) {
        return all;
      }
    }
    return cut(wrong.isEmpty() ? "" : wrong.getFirst(), proposed, worst, longest);
  }

  private static String cut(String wrong, String proposed, String worst, int longest) {
    int blanks = 2;
    int first = least(wrong, LEAST_WRONG, longest - blanks - proposed.length() - worst.length());
    int second = least(proposed, LEAST_PROPOSED, longest - blanks - first - worst.length());
    return Sentences.joined(
        shortened(wrong, first),
        shortened(proposed, second),
        shortened(worst, longest - blanks - first - second));
  }

  private static int least(String text, int least, int left) {
    return Math.min(text.length(), Math.max(least, left));
  }

  private static String shortened(String text, int most) {
    return text.length() <= most ? text : CleanText.line(text, most);
  }

  private static String joined(List<String> sentences) {
    return Sentences.joined(sentences.toArray(String[]::new));
  }

  /** Returns the label with the text as a sentence; empty where the text is. */
  static String labelled(String label, String text) {
    return text.isBlank() ? "" : label + ": " + Sentences.ended(text);
  }
}
