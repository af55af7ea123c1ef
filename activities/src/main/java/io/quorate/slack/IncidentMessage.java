package io.quorate.slack;

import io.quorate.operation.Alert;
import io.quorate.operation.IncidentState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The message of an incident: the finding, since when, and which alerts fire. Edited in place until
 * the incident is closed.
 *
 * <p>An incident is told here only when no operation tells people of the trouble, because no
 * runbook answers it, for example. So a person has to act, and the message mentions the approvers.
 */
final class IncidentMessage {
  private static final Audience ANY_APPROVER = new Audience(Optional.empty(), Optional.empty());

  private IncidentMessage() {}

  /**
   * The id in the message's metadata: an incident is named by its cluster and when it was opened.
   */
  static String owner(IncidentState state) {
    return "incident/" + state.cluster() + "." + state.openedAt().getEpochSecond();
  }

  static Message of(IncidentState state) {
    List<String> lines = new ArrayList<>();
    lines.add("*" + Mrkdwn.text(state.cluster() + ": " + headline(state)) + "*");
    lines.add(Mrkdwn.text(state.finding()));
    if (state.open()) {
      lines.add(Mrkdwn.text(state.doing()));
      lines.add("On the command line: `quorate status " + state.cluster() + "`");
    }
    Message message = Message.line("incident", Optional.empty(), String.join("\n", lines));
    return state.open() ? message.waking(ANY_APPROVER) : message;
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
