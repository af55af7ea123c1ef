package io.quorate.workflow;

import io.quorate.approval.Question;
import io.quorate.cluster.Amounts;
import io.quorate.head.Head;
import io.quorate.operation.Briefing;
import io.quorate.operation.OperationState;
import io.quorate.operation.StepState;
import io.quorate.operation.StepState.Progress;
import io.quorate.operation.UtcTime;
import io.quorate.reminder.Reminders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Markdown text about an operation, for the details on its page in Temporal. */
final class Details {
  private Details() {}

  /**
   * Returns the details of an operation: the head, then its steps. When people are reminded is not
   * known here.
   *
   * @param now the time for which durations are said
   */
  static String of(OperationState seen, Instant now) {
    OperationState state = Reminders.OFF.told(seen);
    StringBuilder text = new StringBuilder();
    List<String> head = Head.of(state, now, Reminders.OFF.reach(state, now)).lines();
    text.append("**").append(head.getFirst()).append("**");
    head.stream().skip(1).forEach(line -> text.append("  \n").append(line));
    state.todo().forEach(todo -> text.append("  \nDo: ").append(todo));
    text.append("\n\n").append(state.phase().words()).append(": ").append(state.because());
    text.append("  \nsince ").append(UtcTime.of(state.since()));
    state.waitingOn().ifPresent(whom -> text.append(", waiting on ").append(whom));
    text.append("\n\n");
    state
        .briefing()
        .flatMap(Briefing::loss)
        .ifPresent(loss -> text.append(String.join("  \n", loss.lines())).append("\n\n"));
    for (int index = 0; index < state.steps().size(); index++) {
      text.append(line(index + 1, state.steps().get(index))).append('\n');
    }
    text.append('\n');
    state.notices().forEach(notice -> text.append("- ").append(notice).append('\n'));
    state.openApproval().ifPresent(open -> text.append(approve(state, open.question())));
    text.append(
        "\n`quorate pause|continue|abort "
            + state.operation()
            + "`. *Cancel* stops at a safe point; *Terminate* abandons the work where it is.\n");
    return text.toString();
  }

  private static String approve(OperationState state, Question open) {
    String digest = state.briefing().map(b -> Question.shortDigest(b.digest())).orElse("");
    String confirm = open.typed().isPresent() ? " --confirm CLUSTER" : "";
    return "\nTo approve: `quorate approve "
        + state.operation()
        + " --digest "
        + digest
        + state.option(open)
        + confirm
        + "`\n";
  }

  private static String line(int number, StepState step) {
    String took =
        step.startedAt()
            .flatMap(
                from -> step.endedAt().map(to -> ", " + Amounts.time(Duration.between(from, to))))
            .orElse("");
    String at = step.startedAt().map(from -> ", " + UtcTime.bare(from)).orElse("");
    return "- " + mark(step.progress()) + " " + number + " " + step.sentence() + at + took;
  }

  private static String mark(Progress progress) {
    return switch (progress) {
      case PENDING -> "·";
      case RUNNING -> "▶";
      case DONE -> "✓";
      case ALREADY_DONE -> "✓ (was done)";
      case SKIPPED -> "– (skipped)";
      case FAILED -> "✗";
    };
  }
}
