package io.quorate.lab.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * A watch of the keys of all runs that goes on at the next member, from the revision after the last
 * it heard of, as etcd's own client does. A watch that etcd ends as compacted begins anew at the
 * present revision.
 */
final class LongWatch implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PAUSE = Duration.ofMillis(200);

  /** All keys from {@code /playground/} up to the character after its last slash, coded. */
  private static final String CREATE =
      """
      {"create_request": {"key": "L3BsYXlncm91bmQv", "range_end": "L3BsYXlncm91bmQw",
        "start_revision": "%d"}}
      """;

  private final List<URI> members;
  private final HttpClient http = Kv.client();
  private final Thread thread;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile long heard;
  private volatile boolean missed;
  private final AtomicLong events = new AtomicLong();
  private final AtomicLong compactions = new AtomicLong();

  private LongWatch(List<URI> members) {
    this.members = List.copyOf(members);
    this.thread = Thread.ofPlatform().daemon().name("watch").unstarted(this::run);
  }

  static LongWatch start(List<URI> members) {
    LongWatch watch = new LongWatch(members);
    watch.thread.start();
    return watch;
  }

  /** Returns the last revision the watch heard of. */
  long heard() {
    return heard;
  }

  /** Returns how many changes the watch heard of. */
  long events() {
    return events.get();
  }

  /** Returns how often etcd ended the watch as compacted. */
  long compactions() {
    return compactions.get();
  }

  /**
   * Returns whether the watch stood at a revision that the cluster did not have any more: it hears
   * nothing, and without a sign, of all that is written until the cluster has passed it again.
   */
  boolean hasMissed() {
    return missed;
  }

  private void run() {
    try {
      int count = 0;
      do {
        watch(members.get(count++ % members.size()));
      } while (!closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  /** Watches at one member until that ends the watch, or is gone. */
  private void watch(URI member) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(member.resolve("/v3/watch"))
            .POST(BodyPublishers.ofString(String.format(Locale.ROOT, CREATE, from())))
            .build();
    try (Stream<String> lines = http.send(request, BodyHandlers.ofLines()).body()) {
      Iterator<String> answers = lines.iterator();
      boolean goesOn = true;
      while (goesOn && closed.getCount() > 0 && answers.hasNext()) {
        goesOn = hear(JSON.readTree(answers.next()).path("result"));
      }
    } catch (IOException | UncheckedIOException away) {
      // The member is gone or has no quorum; the next one is asked.
    }
  }

  /** Returns the revision to begin with; 0 is etcd's word for the present. */
  private long from() {
    return heard == 0 ? 0 : heard + 1;
  }

  /** Hears one answer; returns whether more can come. */
  private boolean hear(JsonNode answer) {
    if (answer.path("compact_revision").asLong() > 0) {
      compactions.incrementAndGet();
      heard = 0;
      return false;
    }
    if (answer.path("created").asBoolean()) {
      long now = answer.path("header").path("revision").asLong();
      if (now < heard) {
        missed = true;
      }
      heard = heard == 0 ? now : heard;
    }
    for (JsonNode event : answer.path("events")) {
      heard = event.path("kv").path("mod_revision").asLong();
      events.incrementAndGet();
    }
    return !answer.path("canceled").asBoolean() && !answer.isMissingNode();
  }

  @Override
  public void close() {
    closed.countDown();
    thread.interrupt();
    http.shutdownNow();
  }
}
