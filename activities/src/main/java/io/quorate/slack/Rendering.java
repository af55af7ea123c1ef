package io.quorate.slack;

import io.quorate.approval.Approval;
import io.quorate.operation.OperationState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An operation's state as the messages that should stand in the channel: each question that people
 * were asked, and in the thread of the last one the steps, the notices and the end. Pure: the same
 * state gives the same messages.
 */
final class Rendering {
  private static final String BY_AN_ALERT = "alert";

  private Rendering() {}

  static List<Message> of(OperationState state) {
    List<Approval> asked =
        state.approvals().stream()
            .filter(approval -> approval.question().needed().approvals() > 0)
            .toList();
    return asked.isEmpty() ? withoutQuestion(state) : withQuestions(state, asked);
  }

  private static List<Message> withQuestions(OperationState state, List<Approval> asked) {
    Optional<String> thread = Optional.of(QuestionMessage.key(asked.get(asked.size() - 1)));
    List<Message> messages = new ArrayList<>();
    asked.forEach(approval -> messages.add(QuestionMessage.of(state, approval)));
    messages.addAll(StepLines.of(state, thread));
    for (int index = 0; index < state.notices().size(); index++) {
      String notice = Mrkdwn.text(state.notices().get(index));
      messages.add(Message.line("notice." + (index + 1), thread, notice));
    }
    PhaseLines.of(state, thread).ifPresent(messages::add);
    return messages;
  }

  /** Whoever started it by hand reads it where they started it; nobody reads for an alert. */
  private static List<Message> withoutQuestion(OperationState state) {
    boolean told = state.requestedBy().startsWith(BY_AN_ALERT) && PhaseLines.isTold(state.phase());
    return told ? PhaseLines.of(state, Optional.empty()).stream().toList() : List.of();
  }
}
