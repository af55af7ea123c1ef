package io.quorate.slack;

import io.quorate.port.NotificationChannel.Showing;
import io.quorate.slack.Message.Manner;
import io.quorate.slack.Pace.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * One call of {@link SlackChannel#show}: compares the messages that should stand in the channel
 * with those known to stand there. Before a message is posted it is looked for, because the last
 * attempt may have posted it and died. Before a message is edited its version is read; a newer
 * version is left alone, because this attempt is late then.
 */
public final class Delivery {
  /** Largest difference between Slack's clock and ours. */
  private static final Duration SKEW = Duration.ofMinutes(5);

  private final SlackCalls calls;
  private final Pace pace;
  private final String channel;
  private final Owner owner;
  private final Showing showing;
  private final Map<String, Place> places = new LinkedHashMap<>();
  private final Map<String, Map<String, Place>> threads = new HashMap<>();

  Delivery(SlackCalls calls, Pace pace, String channel, Owner owner, Showing showing) {
    this.calls = calls;
    this.pace = pace;
    this.channel = channel;
    this.owner = owner;
    this.showing = showing;
    showing
        .posted()
        .forEach((key, text) -> Place.parse(text).ifPresent(place -> places.put(key, place)));
  }

  /**
   * Posts and edits until the messages stand, and returns their places.
   *
   * @param rendering renders the messages, given all that stands in the channel: a question can be
   *     approved in Slack only where the file with the rest of its plan stands, and links the next
   *     question only where the next question stands
   */
  Map<String, String> bring(Function<Standing, List<Message>> rendering) {
    List<Message> first = rendering.apply(standing());
    find(first);
    Set<String> before = Set.copyOf(places.keySet());
    settle(rendering.apply(standing()));
    if (attach(first) || !before.equals(places.keySet())) {
      settle(rendering.apply(standing()));
    }
    Map<String, String> posted = new LinkedHashMap<>();
    places.forEach((key, place) -> posted.put(key, place.text()));
    return posted;
  }

  private Standing standing() {
    return new Standing(places.keySet(), this::link, showing.reach(), showing.now());
  }

  private Optional<String> link(String key) {
    return Optional.ofNullable(places.get(key)).flatMap(calls::permalink);
  }

  /** Looks in the channel for messages that an earlier attempt may have posted. */
  private void find(List<Message> messages) {
    if (messages.stream().anyMatch(message -> message.threadOf().isEmpty() && isNew(message))) {
      calls.inChannel(channel, owner.id(), owner.since().minus(SKEW)).forEach(places::putIfAbsent);
    }
    for (Message message : messages) {
      Optional<Place> root = Optional.ofNullable(places.get(message.key()));
      message
          .attachment()
          .filter(file -> root.isPresent() && !places.containsKey(file.key()))
          .flatMap(
              file ->
                  calls
                      .fileInThread(channel, root.orElseThrow().ts(), file.name())
                      .map(id -> place(file, id)))
          .ifPresent(place -> places.put(message.attachment().orElseThrow().key(), place));
    }
  }

  /**
   * Uploads missing files, after all messages were written; returns whether a file was uploaded.
   */
  private boolean attach(List<Message> messages) {
    boolean any = false;
    for (Message message : messages) {
      Optional<Attachment> missing =
          message.attachment().filter(file -> !places.containsKey(file.key()));
      Place root = places.get(message.key());
      if (missing.isPresent() && root != null) {
        showing.lease().require();
        Attachment file = missing.get();
        places.put(file.key(), place(file, calls.upload(channel, root.ts(), file)));
        any = true;
      }
    }
    return any;
  }

  private Place place(Attachment file, String id) {
    return new Place(channel, id, file.name(), showing.version());
  }

  private void settle(List<Message> messages) {
    messages.stream()
        .filter(message -> message.threadOf().isEmpty())
        .forEach(root -> settle(List.of(root), Optional.empty()));
    Map<String, List<Message>> byRoot = new LinkedHashMap<>();
    for (Message message : messages) {
      message
          .threadOf()
          .ifPresent(key -> byRoot.computeIfAbsent(key, k -> new ArrayList<>()).add(message));
    }
    byRoot.forEach(this::settleThread);
  }

  private void settleThread(String rootKey, List<Message> lines) {
    Place root = places.get(rootKey);
    if (root == null) {
      throw new IllegalStateException("a thread without its first message: " + rootKey);
    }
    if (lines.stream().anyMatch(this::isNew)) {
      thread(root.ts()).forEach(places::putIfAbsent);
    }
    settle(lines, Optional.of(root.ts()));
  }

  /** Returns the messages of a thread; each thread is read once per delivery. */
  private Map<String, Place> thread(String ts) {
    return threads.computeIfAbsent(ts, root -> calls.inThread(channel, root, owner.id()));
  }

  /**
   * Edits messages that stand, together with those that share a Slack message with them; posts the
   * others.
   */
  private void settle(List<Message> messages, Optional<String> threadTs) {
    Map<String, List<Message>> standing = new LinkedHashMap<>();
    List<Message> fresh = new ArrayList<>();
    for (Message message : messages) {
      Place place = places.get(message.key());
      if (place == null && message.manner() == Manner.EDITED_ONLY) {
        continue; // There is no message to take back.
      }
      if (place == null) {
        fresh.add(message);
      } else {
        standing.computeIfAbsent(place.ts(), ts -> new ArrayList<>()).add(message);
      }
    }
    standing.values().forEach(together -> edit(together, threadTs));
    Parcel.packed(owner.id(), showing.version(), fresh)
        .forEach(parcel -> post(parcel, threadTs, ""));
  }

  private void edit(List<Message> together, Optional<String> threadTs) {
    Parcel parcel = new Parcel(owner.id(), showing.version(), together);
    Place known = places.get(together.get(0).key());
    if (known == null || known.content().equals(parcel.content())) {
      return;
    }
    Optional<Place> stands = standing(known, threadTs);
    if (stands.filter(place -> isNewerOrEqual(place, parcel)).isPresent()) {
      parcel.keys().forEach(key -> places.put(key, stands.get()));
      return;
    }
    write(Turn.REST);
    calls
        .update(known, parcel)
        .ifPresentOrElse(
            edited -> parcel.keys().forEach(key -> places.put(key, edited)),
            () -> replace(parcel, threadTs, known));
  }

  private Optional<Place> standing(Place known, Optional<String> threadTs) {
    return threadTs.isEmpty()
        ? calls.standing(known, owner.id())
        : thread(threadTs.get()).values().stream()
            .filter(place -> place.ts().equals(known.ts()))
            .findFirst();
  }

  /** Posts a deleted message anew, unless all that was to be said is that it is over. */
  private void replace(Parcel parcel, Optional<String> threadTs, Place deleted) {
    if (parcel.messages().stream().allMatch(message -> message.manner() == Manner.EDITED_ONLY)) {
      Place over = new Place(deleted.channel(), deleted.ts(), parcel.content(), parcel.version());
      parcel.keys().forEach(key -> places.put(key, over));
    } else {
      post(parcel, threadTs, deleted.ts());
    }
  }

  private static boolean isNewerOrEqual(Place stands, Parcel parcel) {
    return stands.version().compareTo(parcel.version()) > 0
        || stands.content().equals(parcel.content());
  }

  private void post(Parcel parcel, Optional<String> threadTs, String instead) {
    write(instead.isEmpty() && parcel.wakes().isPresent() ? Turn.WAKING : Turn.REST);
    Place place = calls.post(channel, threadTs, parcel, instead);
    parcel.keys().forEach(key -> places.put(key, place));
  }

  /** Waits until the next write is due; throws unless the lease is still held after the wait. */
  private void write(Turn turn) {
    pace.await(turn);
    showing.lease().require();
  }

  private boolean isNew(Message message) {
    return !places.containsKey(message.key());
  }
}
