package io.quorate.slack;

import io.quorate.approval.Approval;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.StepState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Lines for what interrupts or ends an operation: paused, parked with its choices, and the end. */
final class PhaseLines {
  private PhaseLines() {}

  static Optional<Message> of(OperationState state, Optional<String> threadOf) {
    return switch (state.phase()) {
      case ASSESSING, WAITING_FOR_APPROVAL, RUNNING -> Optional.empty();
      case PAUSED -> Optional.of(line(state, threadOf, sentence(state, "paused")));
      case PARKED -> Optional.of(line(state, threadOf, parked(state)));
      case COMPLETED -> Optional.of(line(state, threadOf, sentence(state, completed(state))));
      case NOT_NEEDED -> Optional.of(line(state, threadOf, sentence(state, "nothing to do")));
      case REFUSED, REJECTED, EXPIRED, STOPPED, ABORTED ->
          Optional.of(line(state, threadOf, sentence(state, state.phase().words())));
    };
  }

  /** An operation can be parked twice for different reasons; each time is a message of its own. */
  private static Message line(OperationState state, Optional<String> threadOf, String text) {
    String key =
        state.phase().ended()
            ? "phase.end"
            : "phase." + state.phase().words() + "." + state.since().getEpochSecond();
    return Message.line(key, threadOf, text);
  }

  private static String sentence(OperationState state, String how) {
    return Mrkdwn.text(state.title() + ": " + how + ". " + state.because()).strip();
  }

  private static String completed(OperationState state) {
    return "completed" + approved(state).map(words -> " " + words).orElse("");
  }

  private static Optional<String> approved(OperationState state) {
    return last(state.approvals())
        .flatMap(approval -> approval.approvedAt().map(yes -> after(state.since(), yes, approval)));
  }

  private static String after(Instant end, Instant yes, Approval approval) {
    return "in "
        + Words.lasted(Duration.between(yes, end))
        + " after approval ("
        + Words.who(approval.decisions())
        + ")";
  }

  private static String parked(OperationState state) {
    List<String> lines = new ArrayList<>();
    lines.add("*" + Mrkdwn.text(state.title() + ": stopped" + place(state)) + "*");
    lines.add(Mrkdwn.text(state.because()));
    state
        .choices()
        .forEach(choice -> lines.add(Mrkdwn.text("• " + choice.verb() + ": " + choice.sentence())));
    if (!state.choices().isEmpty()) {
      String verb = state.choices().get(0).verb();
      lines.add(
          "On the command line: `" + Mrkdwn.text("quorate " + verb + " " + state.cluster()) + "`");
    }
    return String.join("\n", lines);
  }

  private static String place(OperationState state) {
    List<StepState> steps = state.steps();
    return IntStream.range(0, steps.size())
        .filter(index -> steps.get(index).progress() == StepState.Progress.FAILED)
        .boxed()
        .reduce((first, second) -> second)
        .map(
            index ->
                " at step "
                    + (index + 1)
                    + " of "
                    + steps.size()
                    + ", "
                    + steps.get(index).sentence())
        .orElse("");
  }

  private static Optional<Approval> last(List<Approval> approvals) {
    return approvals.isEmpty()
        ? Optional.empty()
        : Optional.of(approvals.get(approvals.size() - 1));
  }

  /** Whether people should be told of this phase although no question was asked yet. */
  static boolean isTold(Phase phase) {
    return phase == Phase.PARKED || phase.ended();
  }
}
