package io.quorate.slack;

import io.quorate.port.NotificationChannel.Showing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One call of {@link SlackChannel#show}: what should stand in the channel against what we know to
 * stand there. Before anything is posted it looks for it, because the last attempt may have posted
 * and died before it could say where.
 */
final class Delivery {
  /** Slack's clock and ours may differ. */
  private static final Duration SKEW = Duration.ofMinutes(5);

  private final SlackCalls calls;
  private final Pace pace;
  private final String channel;
  private final Owner owner;
  private final Map<String, Place> places = new LinkedHashMap<>();

  Delivery(SlackCalls calls, Pace pace, String channel, Owner owner, Showing showing) {
    this.calls = calls;
    this.pace = pace;
    this.channel = channel;
    this.owner = owner;
    showing
        .posted()
        .forEach((key, text) -> Place.parse(text).ifPresent(place -> places.put(key, place)));
  }

  /** Brings the channel to it and says where everything is. */
  Map<String, String> bring(List<Message> messages) {
    List<Message> roots = messages.stream().filter(m -> m.threadOf().isEmpty()).toList();
    if (roots.stream().anyMatch(this::isNew)) {
      calls.inChannel(channel, owner.id(), owner.since().minus(SKEW)).forEach(places::putIfAbsent);
    }
    roots.forEach(root -> settle(List.of(root), Optional.empty()));
    Map<String, List<Message>> threads = new LinkedHashMap<>();
    for (Message message : messages) {
      message
          .threadOf()
          .ifPresent(key -> threads.computeIfAbsent(key, k -> new ArrayList<>()).add(message));
    }
    threads.forEach(this::thread);
    Map<String, String> posted = new LinkedHashMap<>();
    places.forEach((key, place) -> posted.put(key, place.text()));
    return posted;
  }

  private void thread(String rootKey, List<Message> lines) {
    Place root = places.get(rootKey);
    if (root == null) {
      throw new IllegalStateException("a thread without its first message: " + rootKey);
    }
    if (lines.stream().anyMatch(this::isNew)) {
      calls.inThread(root.channel(), root.ts(), owner.id()).forEach(places::putIfAbsent);
    }
    settle(lines, Optional.of(root.ts()));
  }

  /**
   * Edits those that stand somewhere, together with those they share a message with; posts the
   * rest.
   */
  private void settle(List<Message> messages, Optional<String> threadTs) {
    Map<String, List<Message>> standing = new LinkedHashMap<>();
    List<Message> fresh = new ArrayList<>();
    for (Message message : messages) {
      Place place = places.get(message.key());
      if (place == null) {
        fresh.add(message);
      } else {
        standing.computeIfAbsent(place.ts(), ts -> new ArrayList<>()).add(message);
      }
    }
    standing.values().forEach(together -> edit(together, threadTs));
    Parcel.packed(owner.id(), fresh).forEach(parcel -> post(parcel, threadTs, ""));
  }

  private void edit(List<Message> together, Optional<String> threadTs) {
    Parcel parcel = new Parcel(owner.id(), together);
    Place place = places.get(together.get(0).key());
    if (place == null || place.content().equals(parcel.content())) {
      return;
    }
    pace.await();
    calls
        .update(place, parcel)
        .ifPresentOrElse(
            edited -> parcel.keys().forEach(key -> places.put(key, edited)),
            () -> post(parcel, threadTs, place.ts()));
  }

  private void post(Parcel parcel, Optional<String> threadTs, String instead) {
    pace.await();
    Place place = calls.post(channel, threadTs, parcel, instead);
    parcel.keys().forEach(key -> places.put(key, place));
  }

  private boolean isNew(Message message) {
    return !places.containsKey(message.key());
  }
}
