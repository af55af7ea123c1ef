package io.quorate.slack;

import io.quorate.operation.Alert;
import io.quorate.operation.IncidentState;
import io.quorate.slack.Message.Manner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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
   * @param standing keys of the messages that stand in the channel already
   */
  static List<Message> of(IncidentState state, boolean said, Set<String> standing, Links links) {
    int times = state.timesTold();
    if (times == 0 && !said && !standing.contains(KEY)) {
      return List.of();
    }
    return times > 1
        ? List.of(first(state, links), again(state, times))
        : List.of(first(state, links));
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

  private static Message first(IncidentState state, Links links) {
    List<String> lines = new ArrayList<>();
    lines.add("*" + Mrkdwn.text(state.cluster() + ": " + headline(state)) + "*");
    lines.add(Mrkdwn.text(state.finding()));
    if (state.open()) {
      lines.add(Mrkdwn.text(state.doing()));
      String verb = "On the command line: `quorate status " + state.cluster() + "`";
      lines.add(links.page(state.cluster().value()).map(page -> verb + " · " + page).orElse(verb));
    }
    Message message = Message.line(KEY, Optional.empty(), String.join("\n", lines));
    return state.open() ? message.waking(Audience.APPROVERS) : message;
  }

  private static String headline(IncidentState state) {
    String since = Words.time(state.openedAt());
    if (!state.open()) {
      return "the incident of " + since + " is closed";
    }
    String firing = firing(state);
    return "incident since " + since + (firing.isEmpty() ? "" : ", " + firing);
  }

  private static String firing(IncidentState state) {
    return state.alerts().stream()
        .filter(Alert::firing)
        .map(Alert::name)
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }
}
