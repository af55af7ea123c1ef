package io.quorate.client;

import io.quorate.head.Head;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationState;
import io.quorate.reminder.Reminders;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Heads of matters as they are now, with who is on it and the next reminder.
 *
 * @param reminders when people are told again; none where there is no channel to tell them
 */
public record Heads(Reminders reminders, InstantSource clock) {
  /** Returns the head of an operation. */
  public Head of(OperationState state) {
    Instant now = clock.instant();
    return Head.of(reminders.told(state), now, reminders.reach(state, now));
  }

  /** Returns the head of an incident. */
  public Head of(IncidentState state) {
    Instant now = clock.instant();
    return Head.of(reminders.told(state), now, reminders.reach(state, now));
  }
}
