package io.quorate.slack;

import com.slack.api.model.block.element.BlockElement;
import io.quorate.head.Head;
import io.quorate.head.Reach;
import io.quorate.operation.IncidentState;
import io.quorate.slack.Message.Manner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Messages of an incident. The first says the finding, since when, and which alerts fire, and is
 * edited in place until the incident is closed.
 *
 * <p>An incident is told here only when no operation tells people of the trouble, because no
 * runbook answers it, for example. So a person has to act, and the messages mention the approvers.
 */
final class IncidentMessage {
  private static final String KEY = "incident";
  private static final Optional<String> THREAD = Optional.of(KEY);

  private IncidentMessage() {}

  /**
   * The id in the message's metadata: an incident is named by its cluster and when it was opened.
   */
  static String owner(IncidentState state) {
    return "incident/" + state.cluster() + "." + state.openedAt().getEpochSecond();
  }

  /**
   * Returns the incident's message, and the last one of its thread, which says what changed; none
   * while only operations have told people of it.
   *
   * @param said whether there is something to say about it beside its state
   * @param standing what stands in the channel already
   */
  static List<Message> of(IncidentState state, boolean said, Standing standing, Links links) {
    int times = state.timesTold();
    if (times == 0 && !said && !standing.keys().contains(KEY)) {
      return List.of();
    }
    return times > 1
        ? List.of(first(state, standing.reach(), links), again(state, times))
        : List.of(first(state, standing.reach(), links));
  }

  /**
   * Message that people have to be told of something else now: they may have settled down to wait,
   * and an edit of the first message wakes nobody.
   */
  private static Message again(IncidentState state, int times) {
    String key = "incident.changed." + times;
    String headline = "*" + Mrkdwn.text(state.cluster() + ": something else is wrong now") + "*\n";
    return state.open()
        ? Message.line(key, THREAD, headline + Mrkdwn.text(state.finding()), Manner.BROADCAST)
            .waking(Audience.APPROVERS)
        : Message.line(key, THREAD, "The incident is closed.", Manner.EDITED_ONLY);
  }

  private static Message first(IncidentState state, Optional<Reach> reach, Links links) {
    Head head = Head.of(state, state.openedAt(), reach);
    List<String> lines = new ArrayList<>();
    if (state.open()) {
      lines.add("*" + Mrkdwn.text(head.wrong()) + "*");
      Stream.of(head.proposed(), head.asked(), head.next())
          .filter(line -> !line.isBlank())
          .forEach(line -> lines.add(Mrkdwn.text(line)));
    } else {
      String since = Words.time(state.openedAt());
      lines.add(
          "*" + Mrkdwn.text(state.cluster() + ": the incident of " + since + " is closed") + "*");
      lines.add(Mrkdwn.text(state.finding()));
    }
    if (state.open()) {
      String verb = "On the command line: `quorate status " + state.cluster() + "`";
      lines.add(links.page(state.cluster().value()).map(page -> verb + " · " + page).orElse(verb));
    }
    String text = String.join("\n", lines);
    Message message = Message.line(KEY, Optional.empty(), text);
    return state.open()
        ? message
            .with(List.of(QuestionBody.paragraph(text), Verbs.row(buttons(state))))
            .waking(Audience.APPROVERS)
        : message;
  }

  private static List<BlockElement> buttons(IncidentState state) {
    List<BlockElement> buttons = new ArrayList<>(List.of(Verbs.take(state.cluster().value())));
    if (state.canAskAgain()) {
      buttons.add(Verbs.askAgain(state.cluster()));
    }
    return buttons;
  }
}
