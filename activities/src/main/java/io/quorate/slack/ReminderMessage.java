package io.quorate.slack;

import com.slack.api.model.block.element.BlockElement;
import io.quorate.cluster.ClusterKey;
import io.quorate.port.NotificationChannel.Said;
import io.quorate.reminder.Reminders.Reminder;
import io.quorate.reminder.Waiting;
import io.quorate.slack.Message.Manner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reminder in the thread of the message that waits, shown in the channel as well: a thread wakes
 * only those who follow it.
 */
final class ReminderMessage {
  private static final String KEY = "remind.";

  private ReminderMessage() {}

  /**
   * Returns the messages and, after them, the reminder. There is no reminder where a message that
   * is posted now mentions people, because one mention is enough.
   *
   * @param standing keys of the messages that stand in the channel already
   */
  static List<Message> beside(List<Message> messages, Optional<Said> said, Set<String> standing) {
    boolean wakes =
        messages.stream()
            .anyMatch(message -> message.wakes().isPresent() && !standing.contains(message.key()));
    if (wakes || said.isEmpty()) {
      return messages;
    }
    List<Message> all = new ArrayList<>(messages);
    all.add(of(said.get(), thread(messages)));
    return all;
  }

  private static Message of(Said said, Optional<String> thread) {
    Reminder reminder = said.reminder();
    String text = Mrkdwn.text(said.line());
    ClusterKey cluster = reminder.waiting().cluster();
    List<BlockElement> buttons = new ArrayList<>(List.of(Verbs.take(cluster.value())));
    if (reminder.waiting().what() == Waiting.What.UNMENDED) {
      buttons.add(Verbs.askAgain(cluster));
    }
    return new Message(
            KEY + reminder.due().getEpochSecond(),
            thread,
            text,
            List.of(QuestionBody.paragraph(text), Verbs.row(buttons)),
            Optional.empty(),
            Manner.BROADCAST,
            Optional.empty())
        .waking(new Audience(reminder.group(), reminder.waiting().without(), reminder.also()));
  }

  /** The newest message of the channel itself. */
  private static Optional<String> thread(List<Message> messages) {
    return messages.stream()
        .filter(message -> message.threadOf().isEmpty())
        .reduce((first, second) -> second)
        .map(Message::key);
  }

  /** Returns the places without those of reminders, which are said once and never edited. */
  static Map<String, String> forgotten(Map<String, String> posted) {
    Map<String, String> kept = new LinkedHashMap<>(posted);
    kept.keySet().removeIf(key -> key.startsWith(KEY));
    return kept;
  }
}
