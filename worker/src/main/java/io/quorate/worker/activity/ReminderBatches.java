package io.quorate.worker.activity;

import io.quorate.port.NotificationChannel;
import io.quorate.port.NotificationChannel.Lease;
import io.quorate.reminder.ReminderBatch;
import io.quorate.reminder.ReminderBatch.Due;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** Reminders of all matters of this worker: many that are due at one time are said in one. */
final class ReminderBatches {
  private final NotificationChannel channel;
  private final Clock clock;
  private final Map<String, Due> expected = new ConcurrentHashMap<>();
  private final Map<String, Instant> said = new ConcurrentHashMap<>();
  private final ReentrantLock saying = new ReentrantLock();

  ReminderBatches(NotificationChannel channel, Clock clock) {
    this.channel = channel;
    this.clock = clock;
  }

  /** Notes the next reminder of a matter; empty where none comes. */
  void expects(String subject, Optional<Due> next) {
    next.ifPresentOrElse(due -> expected.put(subject, due), () -> leaves(subject));
  }

  /** Forgets a matter that is told of no more, or not now. */
  void leaves(String subject) {
    expected.remove(subject);
    said.remove(subject);
  }

  /**
   * Says the reminder of a matter together with those of others, where many are due.
   *
   * @param due when the matter's own reminder is due
   * @return when people were reminded of it together with others; empty where it is reminded of
   *     alone
   */
  Optional<Instant> together(String subject, Instant due, Lease lease) {
    saying.lock();
    try {
      if (since(subject, due).isEmpty()) {
        Instant now = clock.instant();
        List<Due> all = new ReminderBatch(List.copyOf(expected.values())).together(now);
        if (!all.isEmpty()) {
          channel.remind(all.stream().map(Due::waiting).toList(), lease);
          all.forEach(one -> said.put(one.subject(), now));
        }
      }
      return since(subject, due);
    } finally {
      saying.unlock();
    }
  }

  private Optional<Instant> since(String subject, Instant due) {
    return Optional.ofNullable(said.get(subject))
        .filter(at -> !at.isBefore(due.minus(ReminderBatch.EARLY)));
  }
}
