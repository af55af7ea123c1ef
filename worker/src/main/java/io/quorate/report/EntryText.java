package io.quorate.report;

import io.quorate.approval.Question;
import io.quorate.cluster.Amounts;
import io.quorate.step.Step;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.wire.TimelineJson;
import io.quorate.wire.TimelineJson.EntryJson;
import io.quorate.wire.TimelineJson.PrescriptionJson;
import io.quorate.wire.TimelineJson.QuestionJson;
import io.quorate.wire.TimelineJson.StepJson;
import io.quorate.wire.TimelineJson.WhoJson;
import java.time.Duration;

/** One entry of a timeline in a sentence of a report. */
final class EntryText {
  private EntryText() {}

  /**
   * Returns whether the entry says more than the head of its operation, and more than the question
   * whose step it is.
   */
  static boolean isShown(TimelineJson timeline, EntryJson entry) {
    boolean head = entry.what().equals("requested") || entry.what().equals("ended");
    boolean asks =
        entry.step().filter(step -> step.name().equals(Step.nameOf(AskApproval.class))).isPresent();
    boolean told =
        timeline.entries().stream()
            .anyMatch(one -> one.question().isPresent() && one.round() == entry.round());
    return !head && !(asks && told);
  }

  /** Returns the title of the operation's last plan, else of its request. */
  static String title(TimelineJson timeline) {
    return timeline.entries().stream()
        .filter(entry -> entry.prescription().flatMap(PrescriptionJson::digest).isPresent())
        .map(EntryJson::sentence)
        .map(sentence -> sentence.substring(0, Math.max(0, sentence.lastIndexOf(", "))))
        .reduce((one, other) -> other)
        .orElse(timeline.title());
  }

  /** Returns the sentence without the log of a failed step, which the step's own line has. */
  static String shorter(TimelineJson timeline, EntryJson entry) {
    String sentence = of(entry);
    return entry.what().equals("parked")
        ? timeline.entries().stream()
            .flatMap(one -> one.step().stream())
            .flatMap(step -> step.evidence().stream())
            .filter(evidence -> sentence.endsWith(": " + evidence))
            .findFirst()
            .map(evidence -> sentence.replace(": " + evidence, ", and waited for a person"))
            .orElse(sentence)
        : sentence;
  }

  static String of(EntryJson entry) {
    return switch (entry.what()) {
      case "not-yet" -> "Waited: " + entry.sentence();
      case "prescribed" ->
          entry.prescription().map(EntryText::answer).orElse("") + entry.sentence();
      case "question-asked" ->
          entry.sentence() + entry.question().map(EntryText::open).orElse("") + ".";
      case "question-expired" -> "The question expired: " + entry.sentence();
      case "question-void" -> "The question became void: " + entry.sentence();
      case "decision", "wish" -> entry.sentence() + ". " + answered(entry);
      case "decision-refused", "wish-refused" ->
          entry.sentence() + ". It did not count: " + answered(entry);
      case "step" -> entry.step().map(EntryText::step).orElse(entry.sentence());
      case "undo" ->
          "Done to go back: " + entry.step().map(EntryText::step).orElse(entry.sentence());
      default -> entry.sentence();
    };
  }

  private static String answered(EntryJson entry) {
    return entry.who().map(WhoJson::answer).orElse("");
  }

  private static String answer(PrescriptionJson answer) {
    return answer
        .digest()
        .map(
            digest -> "Found: " + answer.finding() + " Plan " + Question.shortDigest(digest) + ": ")
        .orElseGet(() -> answer.prescription().replace('-', ' ') + ": ");
  }

  private static String open(QuestionJson question) {
    return "; "
        + question.needed()
        + question.group().map(group -> " of " + group).orElse("")
        + " needed, until "
        + Times.clock(question.expiresAt());
  }

  private static String step(StepJson step) {
    StringBuilder line = new StringBuilder(mark(step.state())).append(step.sentence());
    step.endedAt()
        .map(end -> ", " + Amounts.time(Duration.between(step.startedAt(), end)))
        .filter(took -> step.attempts() > 0)
        .ifPresent(line::append);
    step.evidence().ifPresent(evidence -> line.append(": ").append(evidence));
    if (step.attempts() > 1) {
      line.append(" (attempt ").append(step.attempts());
      step.earlierFailure()
          .filter(why -> !isSame(why, step.evidence().orElse("")))
          .ifPresent(why -> line.append(", before it: ").append(why));
      line.append(')');
    }
    return line.toString();
  }

  /** Whether two failures differ in numbers only, such as the id of a process. */
  private static boolean isSame(String one, String other) {
    return one.replaceAll("[0-9]+", "0").equals(other.replaceAll("[0-9]+", "0"));
  }

  private static String mark(String state) {
    return switch (state) {
      case "done" -> "✓ ";
      case "already-done" -> "✓ (was done) ";
      case "failed" -> "✗ ";
      case "skipped" -> "– skipped: ";
      case "running" -> "▸ ";
      default -> "";
    };
  }
}
