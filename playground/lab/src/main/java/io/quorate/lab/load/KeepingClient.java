package io.quorate.lab.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.NotInTimeException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/**
 * A client that keeps what outlives a single call: a watch, a lease, and a lock with that lease. At
 * the end it tells what became of them.
 */
public final class KeepingClient implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final Duration HEARING = Duration.ofSeconds(5);

  /** Outlasts every play, so that a lease that is gone was lost and did not run out. */
  private static final String SECONDS_TO_LIVE = "86400";

  private final HttpClient http = Kv.client();
  private final LongWatch watch;
  private final String lease;
  private final String lock;

  private KeepingClient(LongWatch watch, String lease, String lock) {
    this.watch = watch;
    this.lease = lease;
    this.lock = lock;
  }

  /**
   * Fate of what the client kept; each in a word.
   *
   * @param watch {@code went-on}; {@code compacted} where etcd ended it so and the client listed
   *     anew; {@code missed} where revisions began anew below it, and it heard nothing of what was
   *     written until they had passed it; {@code silent} where it stands and has not heard of the
   *     last writes
   * @param events how many changes the watch heard of
   * @param lease {@code alive} or {@code gone}
   * @param lock {@code held} or {@code gone}
   */
  public record Kept(String watch, long events, String lease, String lock) {}

  private record Grant(String TTL) {}

  private record Lock(String name, String lease) {}

  private record Lease(String ID) {}

  private record Range(String key) {}

  /**
   * Begins to keep a watch, a lease and a lock.
   *
   * @param run part of the lock's name, so that two runs on one cluster do not wait for each other
   */
  public static KeepingClient start(List<URI> members, String run)
      throws IOException, InterruptedException {
    try (HttpClient http = Kv.client()) {
      Kv any = new Kv(members.getFirst(), http);
      String lease = asked(any, "/v3/lease/grant", new Grant(SECONDS_TO_LIVE)).path("ID").asText();
      String name =
          Base64.getEncoder()
              .encodeToString(("/playground-lock/" + run).getBytes(StandardCharsets.UTF_8));
      String lock = asked(any, "/v3/lock/lock", new Lock(name, lease)).path("key").asText();
      return new KeepingClient(LongWatch.start(members), lease, lock);
    }
  }

  /**
   * Looks what became of all three. No client may write meanwhile.
   *
   * @param member a member that serves
   */
  public Kept look(URI member) throws IOException, InterruptedException {
    Kv kv = new Kv(member, http);
    JsonNode held = asked(kv, "/v3/kv/range", new Range(lock));
    JsonNode lives = asked(kv, "/v3/lease/timetolive", new Lease(lease));
    return new Kept(
        watched(held.path("header").path("revision").asLong()),
        watch.events(),
        lives.path("TTL").asLong() > 0 ? "alive" : "gone",
        held.path("count").asLong() > 0 ? "held" : "gone");
  }

  private String watched(long revision) throws InterruptedException {
    if (watch.compactions() > 0) {
      return "compacted";
    }
    if (watch.hasMissed()) {
      return "missed";
    }
    try {
      Await.until("the watch", HEARING, () -> watch.heard() >= revision);
      return "went-on";
    } catch (NotInTimeException silent) {
      return "silent";
    }
  }

  private static JsonNode asked(Kv member, String path, Object body)
      throws IOException, InterruptedException {
    return JSON.readTree(member.post(path, body, LIMIT));
  }

  @Override
  public void close() {
    watch.close();
    http.shutdownNow();
  }
}
