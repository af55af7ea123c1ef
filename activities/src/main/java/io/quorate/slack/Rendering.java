package io.quorate.slack;

import io.quorate.approval.Approval;
import io.quorate.operation.Notice;
import io.quorate.operation.OperationState;
import io.quorate.operation.RequesterKind;
import io.quorate.operation.Steered;
import io.quorate.slack.Message.Manner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Renders an operation's state as messages: one for each question, and in the thread of the last
 * question the steps, the notices and the end. Pure: equal states give equal messages.
 */
final class Rendering {

  private Rendering() {}

  /**
   * The messages of a state.
   *
   * @param standing what stands in the channel already
   * @param links where the messages lead to
   */
  static List<Message> of(OperationState state, Standing standing, Links links) {
    List<Approval> asked =
        state.approvals().stream()
            .filter(approval -> approval.question().needed().approvals() > 0)
            .toList();
    return asked.isEmpty()
        ? withoutQuestion(state, standing, links)
        : withQuestions(state, asked, standing, links);
  }

  private static List<Message> withQuestions(
      OperationState state, List<Approval> asked, Standing standing, Links links) {
    Optional<String> thread = Optional.of(QuestionMessage.key(asked.get(asked.size() - 1)));
    List<Message> messages = new ArrayList<>();
    for (int index = 0; index < asked.size(); index++) {
      Optional<String> next =
          index + 1 < asked.size()
              ? standing.link(QuestionMessage.key(asked.get(index + 1)))
              : Optional.empty();
      messages.add(QuestionMessage.of(state, asked.get(index), next, standing, links));
    }
    asked.forEach(approval -> QuestionMessage.plan(state, approval).ifPresent(messages::add));
    messages.addAll(StepLines.of(state, thread));
    state.topics().forEach(notice -> messages.add(line(notice, thread)));
    messages.addAll(StopMessage.over(state, thread, standing.keys()));
    state.steered().forEach(deed -> messages.add(line(deed, thread)));
    PhaseLines.of(state, thread, standing, links).ifPresent(messages::add);
    return messages;
  }

  /**
   * Line of a notice. The key is the notice's topic: with a key by position, a line could be edited
   * into the notice of another topic.
   */
  private static Message line(Notice notice, Optional<String> thread) {
    String key = "notice." + notice.topic().replace(' ', '.');
    String text = Mrkdwn.text(notice.sentence());
    return notice.withdrawn()
        ? Message.line(key, thread, "No longer so: " + text, Manner.EDITED_ONLY)
        : Message.line(key, thread, text);
  }

  private static Message line(Steered deed, Optional<String> thread) {
    return Message.line("deed." + deed.number(), thread, Mrkdwn.text(deed.line()));
  }

  private static List<Message> withoutQuestion(
      OperationState state, Standing standing, Links links) {
    boolean byAlert = state.requester() == RequesterKind.ALERT;
    List<Message> messages =
        new ArrayList<>(StopMessage.over(state, Optional.empty(), standing.keys()));
    if (PhaseLines.isToldWithoutQuestion(state, byAlert, standing.keys())) {
      PhaseLines.of(state, Optional.empty(), standing, links).ifPresent(messages::add);
    }
    return messages;
  }
}
