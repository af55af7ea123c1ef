package io.quorate.lab.slack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.quorate.lab.slack.ChannelMessage.Place;
import io.quorate.lab.slack.ChannelMessage.SharedFile;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Contents of the emulated workspace: one channel, its messages, whispers and dialogs. */
final class Workspace {
  static final String CHANNEL_ID = "C0ETCDONCALL";
  static final String CHANNEL_NAME = "etcd-oncall";

  private static final Duration TICKET_LIVES = Duration.ofSeconds(3);
  private static final long MICROS = 1_000_000L;

  private record Ticket(Person person, Instant issued) {}

  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<ChannelMessage> messages = new ArrayList<>();
  private final List<Mention> mentions = new ArrayList<>();
  private final List<Whisper> whispers = new ArrayList<>();
  private final Map<Person, Dialog> dialogs = new HashMap<>();
  private final Map<String, Ticket> tickets = new HashMap<>();
  private final Map<String, Set<Person>> userGroups = new HashMap<>();
  private long version;
  private long lastMicros;
  private long serial;

  Workspace(Clock clock) {
    this.clock = clock;
  }

  long version() {
    return locked(() -> version);
  }

  List<ChannelMessage> messages() {
    return locked(() -> List.copyOf(messages));
  }

  /**
   * Returns everybody who was notified of a mention, oldest first. An edit that adds a mention
   * counts, because Slack does not promise that such an edit notifies nobody.
   */
  List<Mention> mentions() {
    return locked(() -> List.copyOf(mentions));
  }

  List<Whisper> whispers() {
    return locked(() -> List.copyOf(whispers));
  }

  Optional<Dialog> dialog(Person person) {
    return locked(() -> Optional.ofNullable(dialogs.get(person)));
  }

  /**
   * A message as the app wants it posted.
   *
   * @param broadcast whether the channel shows a reply in a thread as well
   */
  record Draft(
      Optional<String> threadTs,
      boolean broadcast,
      String text,
      JsonNode blocks,
      JsonNode metadata,
      String clientId) {
    private Place place() {
      if (threadTs.isEmpty()) {
        return Place.CHANNEL;
      }
      return broadcast ? Place.THREAD_AND_CHANNEL : Place.THREAD;
    }

    private ChannelMessage posted(String ts, List<SharedFile> files) {
      return new ChannelMessage(
          CHANNEL_ID, ts, threadTs, place(), text, blocks, metadata, clientId, 0, files);
    }
  }

  /** Posts a message; a repeated client id returns the message that was posted first. */
  ChannelMessage post(Draft draft) {
    return locked(
        () ->
            messages.stream()
                .filter(known -> !draft.clientId().isEmpty())
                .filter(known -> known.clientMsgId().equals(draft.clientId()))
                .findFirst()
                .orElseGet(() -> add(draft.posted(nextTs(), List.of()))));
  }

  /** Enables a user group with these members; without members the group is disabled. */
  void userGroup(String id, Set<Person> members) {
    locked(
        () -> {
          if (members.isEmpty()) {
            userGroups.remove(id);
          } else {
            userGroups.put(id, Set.copyOf(members));
          }
          return version;
        });
  }

  /** Returns the ids of the enabled user groups. */
  Set<String> userGroups() {
    return locked(() -> Set.copyOf(userGroups.keySet()));
  }

  /** Whether Slack notifies this person of the message: by name, or as one of a user group. */
  private boolean notifies(ChannelMessage message, Person person) {
    return message.mentions(person)
        || userGroups.entrySet().stream()
            .anyMatch(
                group -> message.mentions(group.getKey()) && group.getValue().contains(person));
  }

  private ChannelMessage add(ChannelMessage message) {
    messages.add(message);
    Person.ALL.stream()
        .filter(person -> notifies(message, person))
        .forEach(person -> mentions.add(new Mention(person, message)));
    touch();
    return message;
  }

  /** Shares a file in a thread, as a message of its own. */
  ChannelMessage share(Optional<String> threadTs, SharedFile file) {
    return locked(
        () -> {
          JsonNode nothing = MissingNode.getInstance();
          Draft draft = new Draft(threadTs, false, "", nothing, nothing, "");
          return add(draft.posted(nextTs(), List.of(file)));
        });
  }

  Optional<ChannelMessage> edit(String ts, String text, JsonNode blocks, JsonNode metadata) {
    return locked(
        () -> {
          for (int index = 0; index < messages.size(); index++) {
            ChannelMessage before = messages.get(index);
            if (before.ts().equals(ts)) {
              ChannelMessage now = before.edited(text, blocks, metadata);
              messages.set(index, now);
              Person.ALL.stream()
                  .filter(person -> notifies(now, person) && !notifies(before, person))
                  .forEach(person -> mentions.add(new Mention(person, now)));
              touch();
              return Optional.of(now);
            }
          }
          return Optional.empty();
        });
  }

  void delete(String ts) {
    locked(
        () -> {
          messages.removeIf(message -> message.ts().equals(ts));
          touch();
          return version;
        });
  }

  Whisper whisper(Person to, Optional<String> threadTs, String text) {
    return locked(
        () -> {
          Whisper whisper = new Whisper(nextTs(), to, threadTs, text);
          whispers.add(whisper);
          touch();
          return whisper;
        });
  }

  /** Issues a trigger id that lets the app open one dialog for this person within three seconds. */
  String ticket(Person person) {
    return locked(
        () -> {
          String id = "ticket." + ++serial;
          tickets.put(id, new Ticket(person, clock.instant()));
          return id;
        });
  }

  /** Opens a dialog; empty when the trigger id is unknown, used or older than three seconds. */
  Optional<Dialog> open(String ticketId, JsonNode view) {
    return locked(
        () ->
            Optional.ofNullable(tickets.remove(ticketId))
                .filter(ticket -> ticket.issued().plus(TICKET_LIVES).isAfter(clock.instant()))
                .map(
                    ticket -> {
                      Dialog dialog = new Dialog("V" + ++serial, ticket.person(), view, Map.of());
                      dialogs.put(ticket.person(), dialog);
                      touch();
                      return dialog;
                    }));
  }

  /** Closes a dialog that was submitted, or keeps it open with these errors, by block id. */
  void submitted(Dialog dialog, Map<String, String> errors) {
    locked(
        () -> {
          if (errors.isEmpty()) {
            dialogs.remove(dialog.person(), dialog);
          } else {
            dialogs.put(dialog.person(), dialog.with(errors));
          }
          touch();
          return version;
        });
  }

  /** Changes the view of an open dialog; empty when no dialog of this id is open. */
  Optional<Dialog> update(String id, JsonNode view) {
    return locked(
        () ->
            dialogs.values().stream()
                .filter(open -> open.id().equals(id))
                .findFirst()
                .map(
                    open -> {
                      Dialog changed = new Dialog(id, open.person(), view, Map.of());
                      dialogs.put(open.person(), changed);
                      touch();
                      return changed;
                    }));
  }

  void close(Person person) {
    locked(
        () -> {
          dialogs.remove(person);
          touch();
          return version;
        });
  }

  /**
   * Waits until {@code look} finds a value; throws {@link IllegalStateException} when the limit is
   * spent.
   */
  <T> T await(Duration limit, String what, Supplier<Optional<T>> look) {
    lock.lock();
    try {
      long left = limit.toNanos();
      Optional<T> found = look.get();
      while (found.isEmpty()) {
        if (left <= 0) {
          throw new IllegalStateException("no " + what + " in Slack within " + limit);
        }
        left = changed.awaitNanos(left);
        found = look.get();
      }
      return found.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + what, e);
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a version newer than {@code seen}, at most for the limit; used by the page. */
  long awaitAfter(long seen, Duration limit) throws InterruptedException {
    lock.lock();
    try {
      long left = limit.toNanos();
      while (version <= seen && left > 0) {
        left = changed.awaitNanos(left);
      }
      return version;
    } finally {
      lock.unlock();
    }
  }

  /** Wakes all waiters after a change outside the workspace, such as a new connection. */
  void poke() {
    locked(
        () -> {
          touch();
          return version;
        });
  }

  private void touch() {
    version++;
    changed.signalAll();
  }

  /** Returns a new message id: like Slack's, a time in microseconds that never repeats. */
  private String nextTs() {
    long micros = TimeUnit.MILLISECONDS.toMicros(clock.millis());
    lastMicros = Math.max(lastMicros + 1, micros);
    return String.format("%d.%06d", lastMicros / MICROS, lastMicros % MICROS);
  }

  private <T> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }
}
