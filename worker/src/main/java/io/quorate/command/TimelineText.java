package io.quorate.command;

import io.quorate.approval.Question;
import io.quorate.cluster.Amounts;
import io.quorate.operation.RequesterKind;
import io.quorate.operation.UtcTime;
import io.quorate.step.Step;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.wire.TimelineJson;
import io.quorate.wire.TimelineJson.EntryJson;
import io.quorate.wire.TimelineJson.PrescriptionJson;
import io.quorate.wire.TimelineJson.QuestionJson;
import io.quorate.wire.TimelineJson.StepJson;
import io.quorate.wire.TimelineJson.WhoJson;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

/** A timeline for people: when, how long, what; with a line for the date at each new day. */
final class TimelineText {

  private TimelineText() {}

  static String of(TimelineJson timeline, Paint paint) {
    StringBuilder text = new StringBuilder(timeline.operation());
    text.append("   ").append(paint.strong(timeline.state()));
    text.append("   ").append(timeline.title()).append('\n');
    Optional<LocalDate> day = Optional.empty();
    for (EntryJson entry : timeline.entries()) {
      if (isToldByItsQuestion(timeline, entry)) {
        continue;
      }
      LocalDate its = LocalDate.ofInstant(entry.at(), ZoneOffset.UTC);
      if (!day.equals(Optional.of(its))) {
        text.append('\n').append(its).append(", times in UTC\n");
      }
      day = Optional.of(its);
      text.append(line(timeline, entry)).append('\n');
    }
    return text.toString();
  }

  /**
   * Whether the entry is the step that asks people, which repeats the question and its decisions.
   */
  private static boolean isToldByItsQuestion(TimelineJson timeline, EntryJson entry) {
    return entry.step().filter(TimelineText::asks).isPresent()
        && timeline.entries().stream()
            .anyMatch(one -> one.question().isPresent() && one.round() == entry.round());
  }

  private static boolean asks(StepJson step) {
    return step.name().equals(Step.nameOf(AskApproval.class));
  }

  private static String line(TimelineJson timeline, EntryJson entry) {
    Optional<StepJson> step = entry.question().isPresent() ? asking(timeline, entry) : entry.step();
    String took = step.flatMap(TimelineText::took).orElse("");
    return String.format("%s  %7s  %s", UtcTime.bare(entry.at()), took, words(timeline, entry));
  }

  private static Optional<StepJson> asking(TimelineJson timeline, EntryJson question) {
    return timeline.entries().stream()
        .filter(one -> one.round() == question.round())
        .flatMap(one -> one.step().stream())
        .filter(TimelineText::asks)
        .findFirst();
  }

  private static Optional<String> took(StepJson step) {
    return step.endedAt().map(end -> Amounts.time(Duration.between(step.startedAt(), end)));
  }

  private static String words(TimelineJson timeline, EntryJson entry) {
    return switch (entry.what()) {
      case "requested" ->
          "asked for by "
              + RequesterKind.named(timeline.requestedBy(), timeline.requester())
              + ": "
              + entry.sentence();
      case "not-yet" -> "not yet: " + entry.sentence();
      case "prescribed" ->
          "round "
              + entry.round()
              + ": "
              + entry.prescription().map(TimelineText::plan).orElse("")
              + entry.sentence();
      case "question-asked" ->
          entry.sentence() + entry.question().map(TimelineText::open).orElse("");
      case "question-expired", "question-void" ->
          entry.what().replace('-', ' ') + ": " + entry.sentence();
      case "decision-refused", "wish-refused" ->
          entry.sentence() + ". Not counted: " + entry.who().map(WhoJson::answer).orElse("");
      case "step" -> entry.step().map(TimelineText::step).orElse(entry.sentence());
      case "undo" -> "taken back: " + entry.step().map(TimelineText::step).orElse("");
      case "ended" -> timeline.state() + ": " + entry.sentence();
      default -> entry.sentence();
    };
  }

  private static String plan(PrescriptionJson answer) {
    return answer.digest().isPresent()
        ? answer.finding() + " Plan " + Question.shortDigest(answer.digest().get()) + ": "
        : answer.prescription().replace('-', ' ') + ": ";
  }

  private static String open(QuestionJson question) {
    return " (plan "
        + Question.shortDigest(question.digest())
        + ", needs "
        + question.needed()
        + question.group().map(group -> " of " + group).orElse("")
        + ", until "
        + UtcTime.bare(question.expiresAt())
        + ")";
  }

  private static String step(StepJson step) {
    StringBuilder line = new StringBuilder();
    line.append(step.number()).append(' ').append(ShowText.mark(step.state())).append(' ');
    line.append(step.sentence());
    step.evidence().ifPresent(evidence -> line.append(": ").append(evidence));
    if (step.attempts() > 1) {
      line.append(" (attempt ").append(step.attempts());
      step.earlierFailure().ifPresent(why -> line.append(", before it: ").append(why));
      line.append(')');
    }
    return line.toString();
  }
}
