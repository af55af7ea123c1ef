package io.quorate.reminder;

import io.quorate.head.Reach;
import io.quorate.operation.IncidentCourse;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationState;
import io.quorate.operation.Taken;
import io.quorate.reminder.ReminderSettings.Escalation;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Rules of when people are reminded of what waits for them, and who. However long nobody could be
 * reminded, one reminder is due afterwards, and the next one follows from it.
 *
 * @param settings empty where nobody is reminded
 * @param steering the group that steers operations; empty: all approvers
 */
public record Reminders(Optional<ReminderSettings> settings, Optional<String> steering) {
  /** Nobody is reminded. */
  public static final Reminders OFF = new Reminders(Optional.empty(), Optional.empty());

  /**
   * Reminder that is due.
   *
   * @param due since when, the same at every try
   * @param group of those who can act; empty: all approvers
   * @param also a second group that is mentioned, too
   */
  public record Reminder(
      Waiting waiting, Instant due, Optional<String> group, Optional<String> also) {
    /**
     * Returns the line: what waits, for how long, since when writes fail, who is on it.
     *
     * @param now when the line is said
     */
    public String line(Instant now) {
      return ReminderLine.of(waiting, now);
    }
  }

  /** Returns an operation as people are told of it: it says that reminders go on where they do. */
  public OperationState told(OperationState state) {
    return state.worded(this::told);
  }

  /** Returns an incident as people are told of it: it says that reminders go on where they do. */
  public IncidentState told(IncidentState state) {
    return state.worded(this::told);
  }

  private String told(String words) {
    return settings.isPresent()
        ? IncidentCourse.withReminders(words)
        : IncidentCourse.withoutReminders(words);
  }

  /**
   * Returns when the next reminder is due; empty where nobody is reminded.
   *
   * @param last the last reminder of this matter; its time is that of the worker's clock, and is
   *     not compared with the time of a yes
   */
  public Optional<Instant> next(Waiting waiting, Optional<Instant> last) {
    return settings.map(
        known -> {
          Instant due =
              last.map(at -> at.plus(in(waiting, known.every())))
                  .orElseGet(() -> waiting.since().plus(first(waiting, known)));
          return Stream.concat(Stream.of(due), waiting.taken().map(Taken::until).stream())
              .max(Instant::compareTo)
              .orElse(due);
        });
  }

  /** Returns the reminder that is due now, if one is. */
  public Optional<Reminder> due(Waiting waiting, Optional<Instant> last, Instant now) {
    return next(waiting, last)
        .filter(at -> !now.isBefore(at))
        .map(at -> new Reminder(waiting, at, waiting.group(steering), also(waiting, now)));
  }

  /**
   * Returns whom a matter has reached: who is on it, and when the next reminder comes.
   *
   * @param last the last reminder; empty where it is not known, and the next one then follows from
   *     the settings alone
   */
  public Reach reach(Waiting waiting, Optional<Instant> last, Instant now) {
    Optional<Taken> held = waiting.held(now);
    return new Reach(
        held.map(Taken::by),
        held.map(Taken::at),
        next(waiting, last).map(at -> after(at, now, waiting)));
  }

  /**
   * Returns whom an operation has reached, by the settings alone; empty where nobody is on it and
   * no reminder comes.
   */
  public Optional<Reach> reach(OperationState state, Instant now) {
    return state.phase().ended() ? Optional.empty() : reach(Waiting.of(state), state.taken(), now);
  }

  /** Returns whom an incident has reached, as for an operation. */
  public Optional<Reach> reach(IncidentState state, Instant now) {
    return state.open() ? reach(Waiting.of(state), state.taken(), now) : Optional.empty();
  }

  private Optional<Reach> reach(Optional<Waiting> waiting, Optional<Taken> taken, Instant now) {
    return waiting
        .map(matter -> reach(matter, Optional.empty(), now))
        .or(() -> Reach.of(taken, now));
  }

  /** Returns the first time of reminders after now, where the reminders until now are not known. */
  private Instant after(Instant due, Instant now, Waiting waiting) {
    Duration every = in(waiting, settings.map(ReminderSettings::every).orElseThrow());
    long missed = due.isAfter(now) ? 0 : Duration.between(due, now).dividedBy(every) + 1;
    return due.plus(every.multipliedBy(missed));
  }

  /** The others are told at once that one yes is there and another one is needed. */
  private static Duration first(Waiting waiting, ReminderSettings known) {
    return waiting.isSecondYes() ? Duration.ZERO : in(waiting, known.after());
  }

  private Optional<String> also(Waiting waiting, Instant now) {
    return settings
        .flatMap(ReminderSettings::then)
        .filter(then -> !now.isBefore(waiting.since().plus(in(waiting, then.after()))))
        .map(Escalation::group);
  }

  /** While writes fail, people are reminded twice as often. */
  private static Duration in(Waiting waiting, Duration time) {
    return waiting.writesFailSince().isPresent() ? time.dividedBy(2) : time;
  }
}
