package io.quorate.slack;

import io.quorate.cluster.Amounts;
import io.quorate.operation.OperationState;
import io.quorate.operation.StepState;
import io.quorate.step.Step;
import io.quorate.step.WorkflowStep.AskApproval;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Lines of an operation's steps, one for each step that was begun. The step that asks for an
 * approval has no line, because the question says how it was answered.
 */
final class StepLines {
  private StepLines() {}

  static List<Message> of(OperationState state, Optional<String> threadOf) {
    return IntStream.range(0, state.steps().size())
        .filter(index -> isTold(state.steps().get(index)))
        .mapToObj(index -> line(state, index, threadOf))
        .toList();
  }

  private static boolean isTold(StepState step) {
    return step.progress() != StepState.Progress.PENDING
        && !step.name().equals(Step.nameOf(AskApproval.class));
  }

  private static Message line(OperationState state, int index, Optional<String> threadOf) {
    StepState step = state.steps().get(index);
    String text =
        (index + 1) + "/" + state.steps().size() + " " + step.sentence() + ": " + progress(step);
    return Message.line("step." + state.round() + "." + (index + 1), threadOf, Mrkdwn.text(text));
  }

  private static String progress(StepState step) {
    String evidence = step.evidence().filter(text -> !text.isBlank()).orElse("");
    return switch (step.progress()) {
      case PENDING -> "not begun";
      case RUNNING ->
          "running since " + step.startedAt().map(Words::time).orElse("now") + sentence(evidence);
      case DONE -> "done" + lasted(step) + sentence(evidence);
      case ALREADY_DONE -> "was done already" + sentence(evidence);
      case SKIPPED -> "skipped" + sentence(evidence);
      case FAILED -> "failed" + lasted(step) + sentence(evidence);
    };
  }

  private static String sentence(String evidence) {
    return evidence.isEmpty() ? "" : ". " + evidence;
  }

  private static String lasted(StepState step) {
    return step.startedAt()
        .flatMap(start -> step.endedAt().map(end -> Duration.between(start, end)))
        .map(duration -> ", " + Amounts.time(duration))
        .orElse("");
  }
}
