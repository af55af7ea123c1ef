package io.quorate.port;

import io.quorate.causes.FleetTroubles.OpenCause;
import io.quorate.head.Reach;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationState;
import io.quorate.operation.SaidSilence;
import io.quorate.reminder.Arrival;
import io.quorate.reminder.Reminders.Reminder;
import io.quorate.reminder.Waiting;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A channel to people, such as Slack. It shows the state of an operation (the question with its
 * plan and buttons, edited in place when it is decided, and one line a step in the thread) and the
 * finding of an incident.
 */
public interface NotificationChannel {
  /**
   * Shows this state in the channel: posts missing messages, edits changed ones. May be called
   * again with the same state at any time; nothing is posted twice, and messages written for a
   * newer state stay.
   *
   * @return places of the messages, to be handed back at the next call; opaque, at most a few
   *     hundred bytes a message, no secrets
   */
  Map<String, String> show(OperationState state, Showing showing);

  /** Shows the state of an incident, with the rules of {@link #show(OperationState, Showing)}. */
  Map<String, String> show(IncidentState state, Showing showing);

  /**
   * Names many clusters at once in one message, which mentions all approvers. A summary that stands
   * is added to while it is young; one that names all of these clusters is left alone, whoever
   * posted it.
   *
   * @param clusters one matter a cluster, the worst first
   */
  void summarise(List<Arrival> clusters, Lease lease);

  /**
   * Posts one reminder of many matters, with a mention of all approvers; posts nothing where
   * another worker has just posted a reminder of them.
   *
   * @param matters the worst first
   */
  void remind(List<Waiting> matters, Lease lease);

  /**
   * Posts one message about the common cause of many troubles, which mentions all approvers; posts
   * nothing where the message stands already.
   */
  void announce(OpenCause cause, Lease lease);

  /**
   * Posts one message about a silence, without a mention. A message that stands already is posted
   * no second time.
   */
  void announce(SaidSilence silence, Lease lease);

  /**
   * One call of {@code show}.
   *
   * @param version version of the shown state
   * @param posted what the last call returned; empty at first, and when the messages in the channel
   *     have to be looked up again
   * @param said a line that is said once, beside the state
   * @param reach who is on it, and when the next reminder comes; empty where nothing waits
   * @param run id of the run in Temporal that the state is of; empty: not known
   * @param now how the cluster of a parked operation stands, in a line; empty where nobody has
   *     looked
   */
  record Showing(
      StateVersion version,
      Map<String, String> posted,
      Lease lease,
      Optional<Said> said,
      Optional<Reach> reach,
      Optional<String> run,
      Optional<String> now) {
    public Showing {
      posted = Map.copyOf(posted);
    }

    /** Creates a call that says nothing beside the state. */
    public Showing(StateVersion version, Map<String, String> posted, Lease lease) {
      this(
          version,
          posted,
          lease,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }
  }

  /**
   * A line that is said once, in the thread and in the channel, to people who have to act. It is
   * left out where the state itself calls people in the same moment.
   *
   * @param reminder whom it is for, and since when it is due; the same due line is said once
   */
  record Said(Reminder reminder, String line) {}

  /** The caller's right to write; asked before every write. */
  interface Lease {
    /** Whether the caller may write; false once another attempt may have begun to write. */
    boolean isHeld();

    /** Throws unless the caller may write. */
    default void require() {
      if (!isHeld()) {
        throw new Failure.Transient(
            "Temporal may have given the telling of people to another attempt; this one writes no"
                + " more.");
      }
    }
  }
}
