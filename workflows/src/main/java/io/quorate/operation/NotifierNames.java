package io.quorate.operation;

import java.time.Duration;

/** Names and limits of notifiers, in Temporal's terms. Append-only: histories name them. */
public final class NotifierNames {
  /** The workflow type; its only argument is a {@link NotifierSubject}. */
  public static final String TYPE = "Notifier";

  /** Activity: shows people the subject until the subject has ended. */
  public static final String FOLLOW = "Follow";

  /**
   * Time after the end of its subject in which a notifier still tries to show the last state:
   * longer than an outage of Slack over night.
   */
  public static final Duration LAST_WORDS = Duration.ofHours(24);

  private NotifierNames() {}

  /**
   * Returns the workflow id of a notifier, by the id of its subject, such as the operation's id.
   */
  public static String workflowId(String subject) {
    return "notify/" + subject;
  }
}
