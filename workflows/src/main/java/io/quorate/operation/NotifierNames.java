package io.quorate.operation;

import java.time.Duration;

/** Names and limits of notifiers, in Temporal's terms. Append-only: histories name them. */
public final class NotifierNames {
  /** The workflow type; its only argument is a {@link NotifierSubject}. */
  public static final String TYPE = "Notifier";

  /** Activity: people are shown the subject until it has ended. */
  public static final String FOLLOW = "Follow";

  /**
   * How long after the end of its subject a notifier still tries to show the last state: an outage
   * of Slack over night is shorter.
   */
  public static final Duration LAST_WORDS = Duration.ofHours(24);

  private NotifierNames() {}

  /** The workflow id of a notifier, by the id of its subject: the operation's id for one. */
  public static String workflowId(String subject) {
    return "notify/" + subject;
  }
}
