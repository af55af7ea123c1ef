package io.quorate.worker.activity;

import io.quorate.operation.NotifierProgress.Matter;
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
  private final Map<String, Said> said = new ConcurrentHashMap<>();
  private final ReentrantLock saying = new ReentrantLock();

  /** Reminder that was said together with others. */
  private record Said(Matter of, Instant at) {
    boolean isOf(Due due) {
      return of.equals(due.waiting().matter()) && !at.isBefore(due.at().minus(ReminderBatch.EARLY));
    }
  }

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
   * Says the reminder of a matter together with those of others, where many are due. A reminder
   * that was said is due no more: it makes no other one a reminder of many.
   *
   * @param due the reminder that is due now
   * @param next the reminder after it
   * @return when people were reminded of it together with others; empty where it is reminded of
   *     alone
   */
  Optional<Instant> together(Due due, Optional<Due> next, Lease lease) {
    saying.lock();
    try {
      if (since(due).isEmpty()) {
        Instant now = clock.instant();
        List<Due> unsaid = expected.values().stream().filter(one -> since(one).isEmpty()).toList();
        List<Due> all = new ReminderBatch(unsaid).together(now);
        if (all.contains(due)) {
          channel.remind(all.stream().map(Due::waiting).toList(), lease);
          all.forEach(one -> said.put(one.subject(), new Said(one.waiting().matter(), now)));
        }
      }
      Optional<Instant> together = since(due);
      expects(due.subject(), next);
      return together;
    } finally {
      saying.unlock();
    }
  }

  private Optional<Instant> since(Due due) {
    return Optional.ofNullable(said.get(due.subject())).filter(one -> one.isOf(due)).map(Said::at);
  }
}
