package io.quorate.worker.activity;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.NotificationChannel;
import io.quorate.port.NotificationChannel.Lease;
import io.quorate.reminder.Arrival;
import io.quorate.reminder.Rush;
import io.quorate.reminder.Waiting;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/**
 * First messages of all matters that this worker tells people of. Many at once wait in line; an
 * attempt that finds the line too long brings the summary up to date.
 */
final class FirstMessages {
  /** Notifiers above which none looks more often than every 1.5 s. */
  private static final int CROWD = 100;

  /** Time for which the order of a long line is good enough: it costs the processor to sort it. */
  private static final Duration SORTED = Duration.ofSeconds(1);

  /** Time between two late looks: each of them takes calls of which Slack grants 50 a minute. */
  private static final Duration BETWEEN_LATE_LOOKS = Duration.ofSeconds(3);

  /** Longest time for which a late look is put off. */
  private static final Duration LATEST = Duration.ofMinutes(15);

  private final NotificationChannel channel;
  private final Clock clock;
  private final ReminderBatches reminders;
  private final Map<String, Arrival> matters = new ConcurrentHashMap<>();
  private final AtomicInteger following = new AtomicInteger();
  private final ReentrantLock summarising = new ReentrantLock();
  private volatile Line line = new Line(Instant.MIN, Map.of());

  /** Places of the subjects in line, as they were at a time. */
  private record Line(Instant at, Map<String, Integer> places) {
    private boolean isFresh(Instant now) {
      return places.size() > CROWD && now.isBefore(at.plus(SORTED)) && !now.isBefore(at);
    }

    /** Returns the place of a subject; one that came a moment ago asks again soon. */
    private int of(String subject) {
      return places.getOrDefault(subject, Rush.AT_ONCE);
    }
  }

  FirstMessages(NotificationChannel channel, Clock clock) {
    this.channel = channel;
    this.clock = clock;
    this.reminders = new ReminderBatches(channel, clock);
  }

  NotificationChannel channel() {
    return channel;
  }

  /** Returns the reminders of the same matters. */
  ReminderBatches reminders() {
    return reminders;
  }

  /**
   * Whether the first message of a matter may be posted now. Where it may not, the matter stands in
   * line, is named in a summary soon, and asks again.
   *
   * @param wrong what is wrong, as the first line of its head
   */
  boolean isTurnOf(String subject, Waiting waiting, String wrong, Lease lease) {
    Arrival fresh = new Arrival(subject, waiting, wrong, clock.instant());
    matters.merge(subject, fresh, (known, read) -> known.read(waiting, wrong));
    return placeOf(subject, lease) < Rush.AT_ONCE;
  }

  /** Returns how many matters go before this one, which costs no call to Temporal; 0 if none. */
  int placeOf(String subject, Lease lease) {
    Arrival matter = matters.get(subject);
    if (matter == null || matter.told().isPresent()) {
      return 0;
    }
    Instant now = clock.instant();
    Line known = line;
    if (known.isFresh(now)) {
      return known.of(subject);
    }
    Rush rush = Rush.of(matters.values(), now);
    Line sorted = new Line(now, rush.places());
    line = sorted;
    if (sorted.places().size() > Rush.AT_ONCE && summarising.tryLock()) {
      try {
        rush.summary(now).ifPresent(clusters -> summarise(clusters, lease));
      } finally {
        summarising.unlock();
      }
    }
    return sorted.of(subject);
  }

  private void summarise(List<Arrival> clusters, Lease lease) {
    channel.summarise(clusters, lease);
    Set<ClusterKey> named = clusters.stream().map(Arrival::cluster).collect(Collectors.toSet());
    matters.replaceAll((subject, one) -> named.contains(one.cluster()) ? one.naming() : one);
  }

  /** Notes that the first message of a matter stands. */
  void told(String subject) {
    Instant now = clock.instant();
    matters.computeIfPresent(subject, (same, one) -> one.tellingAt(now));
    matters.values().removeIf(one -> one.isOver(now));
  }

  /** Notes that one more notifier of this process follows its subject. */
  void begins() {
    following.incrementAndGet();
  }

  /** Whether so many subjects are followed that each is looked at less often. */
  boolean isCrowded() {
    return following.get() > CROWD;
  }

  /**
   * Returns how long the late look at the messages of a subject is put off. Where Temporal was away
   * or a worker was replaced, hundreds of notifiers begin at one time, and a new question must not
   * wait behind their late looks.
   */
  Duration putsOff(String subject) {
    Duration all = BETWEEN_LATE_LOOKS.multipliedBy(Math.max(0, following.get() - 1));
    Duration most = all.compareTo(LATEST) < 0 ? all : LATEST;
    return most.multipliedBy(Math.floorMod(subject.hashCode(), 1000)).dividedBy(1000);
  }

  /** Takes a matter out of the line that is told of no more, or not now. */
  void ends(String subject) {
    following.decrementAndGet();
    matters.computeIfPresent(subject, (same, one) -> one.told().isPresent() ? one : null);
  }
}
