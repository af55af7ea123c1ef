package io.quorate.worker.activity;

import io.quorate.head.Reach;
import io.quorate.operation.IncidentState;
import io.quorate.operation.NotifierProgress;
import io.quorate.operation.OperationState;
import io.quorate.port.NotificationChannel.Said;
import io.quorate.reminder.ReminderBatch.Due;
import io.quorate.reminder.Reminders;
import io.quorate.reminder.Waiting;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/** Reminders of one subject: knows what waits for people since the subject was read last. */
final class Reminding {
  private final Reminders reminders;
  private final Clock clock;
  private Optional<Waiting> waiting = Optional.empty();

  Reminding(Reminders reminders, Clock clock) {
    this.reminders = reminders;
    this.clock = clock;
  }

  Instant now() {
    return clock.instant();
  }

  /** Returns an operation as people are told of it. */
  OperationState told(OperationState state) {
    return reminders.told(state);
  }

  /** Returns an incident as people are told of it. */
  IncidentState told(IncidentState state) {
    return reminders.told(state);
  }

  /** Notes what of the subject waits for people now. */
  void note(Optional<Waiting> now) {
    waiting = now;
  }

  /** Whether something of the subject waits for people. */
  boolean waits() {
    return waiting.isPresent();
  }

  /** Returns what is to be said now; empty while no reminder is due. */
  Optional<Said> due(NotifierProgress progress) {
    Instant now = clock.instant();
    return waiting
        .flatMap(matter -> reminders.due(matter, progress.reminded(matter.matter()), now))
        .map(reminder -> new Said(reminder, reminder.line(now)));
  }

  /** Returns the next reminder of this subject; empty where none comes. */
  Optional<Due> next(String subject, NotifierProgress progress) {
    return waiting.flatMap(
        matter ->
            reminders
                .next(matter, progress.reminded(matter.matter()))
                .map(at -> new Due(subject, matter, at)));
  }

  /**
   * Returns who is on it, and when the next reminder comes.
   *
   * @param said the reminder that is said now
   */
  Optional<Reach> reach(Optional<Said> said, NotifierProgress progress) {
    Instant now = clock.instant();
    return waiting.map(
        matter ->
            reminders.reach(
                matter,
                said.isPresent() ? Optional.of(now) : progress.reminded(matter.matter()),
                now));
  }
}
