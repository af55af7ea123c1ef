package io.quorate.slack;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.NotificationChannel.Lease;
import io.quorate.port.StateVersion;
import io.quorate.reminder.Arrival;
import io.quorate.reminder.ReminderBatch;
import io.quorate.reminder.Rush;
import io.quorate.reminder.Waiting;
import io.quorate.slack.Pace.Turn;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/**
 * Summaries in the channel that name many clusters at once. One that is younger than {@link
 * Rush#LASTS} is added to; after that another one is posted, because an edit wakes nobody. Before
 * the first one of a process the channel is looked at: the worker before may have posted one.
 */
final class Summaries {
  /** Time after a summary in which a cluster's own message mentions nobody. */
  private static final Duration KNOWN = Duration.ofMinutes(10);

  /** Time within which another worker's reminder of many counts for the same matters, too. */
  private static final Duration JUST_NOW = ReminderBatch.EARLY.multipliedBy(2);

  private final SlackCalls calls;
  private final Pace pace;
  private final Links links;
  private final Clock clock;
  private final Map<String, Place> named = new ConcurrentHashMap<>();
  private final ReentrantLock writing = new ReentrantLock();
  private volatile boolean looked;

  Summaries(SlackCalls calls, Pace pace, Links links, Clock clock) {
    this.calls = calls;
    this.pace = pace;
    this.links = links;
    this.clock = clock;
  }

  /**
   * Whether a summary has just told all approvers of what has waited in this cluster since then. A
   * summary tells nothing of matters that came later.
   */
  boolean hasTold(String channel, ClusterKey cluster, Instant since) {
    look(channel);
    return Optional.ofNullable(named.get(cluster.value()))
        .filter(place -> isYounger(place, KNOWN))
        .filter(place -> since.isBefore(posted(place).plus(Rush.LASTS)))
        .isPresent();
  }

  /** Sees to it that a summary names all of these clusters. */
  void bring(String channel, List<Arrival> clusters, Lease lease) {
    look(channel);
    writing.lock();
    try {
      named.values().removeIf(place -> !isYounger(place, KNOWN));
      write(channel, clusters, lease);
    } finally {
      writing.unlock();
    }
  }

  /** Reminds of those among these matters of which no reminder of many has told just now. */
  void remind(String channel, List<Waiting> matters, Lease lease) {
    writing.lock();
    try {
      Instant now = clock.instant();
      Set<String> said =
          calls.inChannel(channel, SummaryMessage.OWNER, now.minus(JUST_NOW)).keySet();
      List<Waiting> unsaid =
          matters.stream().filter(one -> !said.contains(SummaryMessage.key(one))).toList();
      if (!unsaid.isEmpty()) {
        post(
            channel,
            new Parcel(
                SummaryMessage.OWNER,
                new StateVersion(now.toEpochMilli(), unsaid.size()),
                List.of(SummaryMessage.reminder(unsaid, now, links))),
            lease);
      }
    } finally {
      writing.unlock();
    }
  }

  /** Posts a message that stands for itself, unless an attempt before has posted it. */
  void announce(String channel, String owner, Message message, Instant at, Lease lease) {
    writing.lock();
    try {
      if (!calls.inChannel(channel, owner, at).containsKey(message.key())) {
        post(
            channel,
            new Parcel(owner, new StateVersion(at.toEpochMilli(), 1), List.of(message)),
            lease);
      }
    } finally {
      writing.unlock();
    }
  }

  private void post(String channel, Parcel parcel, Lease lease) {
    pace.await(Turn.SUMMARY);
    lease.require();
    calls.post(channel, Optional.empty(), parcel, "");
  }

  private void write(String channel, List<Arrival> clusters, Lease lease) {
    if (SummaryMessage.unnamed(clusters, named.keySet()).isEmpty()) {
      return;
    }
    Optional<Place> young =
        named.values().stream().filter(place -> isYounger(place, Rush.LASTS)).findFirst();
    Set<String> others =
        young.map(stands -> SummaryMessage.others(keysAt(stands), clusters)).orElse(Set.of());
    Parcel parcel =
        new Parcel(
            SummaryMessage.OWNER,
            new StateVersion(clock.millis(), clusters.size()),
            SummaryMessage.of(clusters, others, links));
    pace.await(Turn.SUMMARY);
    lease.require();
    Place place =
        young
            .flatMap(stands -> calls.update(stands, parcel))
            .orElseGet(
                () ->
                    calls.post(channel, Optional.empty(), parcel, young.map(Place::ts).orElse("")));
    parcel.keys().forEach(keys -> know(keys, place));
  }

  /** Looks in the channel for summaries of the process before. */
  private void look(String channel) {
    if (!looked) {
      calls
          .inChannel(channel, SummaryMessage.OWNER, clock.instant().minus(KNOWN))
          .forEach(this::know);
      looked = true;
    }
  }

  /** Remembers the place of the summary that names these clusters. */
  private void know(String keys, Place place) {
    SummaryMessage.names(keys).forEach(name -> named.put(name, place));
  }

  private Set<String> keysAt(Place stands) {
    return named.entrySet().stream()
        .filter(line -> line.getValue().ts().equals(stands.ts()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  private boolean isYounger(Place place, Duration age) {
    return posted(place).isAfter(clock.instant().minus(age));
  }

  /** Returns when a message was posted: Slack's ids begin with the second. */
  private static Instant posted(Place place) {
    return Instant.ofEpochSecond(Long.parseLong(place.ts().split("\\.", 2)[0]));
  }
}
