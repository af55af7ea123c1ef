package io.quorate.reminder;

import java.time.Duration;
import java.util.Optional;

/**
 * Settings of reminders. With quorum lost all of these times are halved.
 *
 * @param after from when something waits for people until the first reminder
 * @param every between two reminders
 * @param then who is reminded, too, when it lasts
 */
public record ReminderSettings(Duration after, Duration every, Optional<Escalation> then) {
  /** First reminder after 10 min, then one every 15 min, to those who can act. */
  public static final ReminderSettings DEFAULT =
      new ReminderSettings(Duration.ofMinutes(10), Duration.ofMinutes(15), Optional.empty());

  /**
   * A second group of approvers that is mentioned, too.
   *
   * @param after from when something waits for people
   */
  public record Escalation(String group, Duration after) {}
}
