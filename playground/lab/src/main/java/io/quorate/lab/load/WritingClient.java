package io.quorate.lab.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Three writers that send to the members in turn; each write has its own key. */
public final class WritingClient implements AutoCloseable {
  /** The prefix of every key. */
  static final String PREFIX = "/playground/";

  private static final int WRITERS = 3;
  private static final Duration LIMIT = Duration.ofSeconds(2);

  /** How long a writer rests after each write, so that tests and plays leave the processor free. */
  public static final Duration PACE = Duration.ofMillis(50);

  private final List<URI> members;
  private final Optional<Login> login;
  private final HttpClient http = Kv.client();
  private final Ledger ledger;
  private final String run;
  private final Duration pace;
  private final Shunned shunned;
  private final List<Thread> writers = new ArrayList<>();
  private final AtomicReference<@Nullable RuntimeException> broken = new AtomicReference<>();
  private volatile boolean stopped;

  private WritingClient(
      List<URI> members, Optional<Login> login, Ledger ledger, String run, Duration pace) {
    this.members = List.copyOf(members);
    this.login = login;
    this.ledger = ledger;
    this.run = run;
    this.pace = pace;
    this.shunned = new Shunned(members.size(), LIMIT, System::nanoTime);
  }

  /** Starts writers that log in as nobody. */
  public static WritingClient start(List<URI> members, Path file, String run, Duration pace)
      throws IOException {
    return start(members, Optional.empty(), file, run, pace);
  }

  /**
   * Starts the writers.
   *
   * @param file gets a line for each write
   * @param run part of every key, so that the keys of two runs on one cluster differ
   * @param pace how long each writer rests after each acknowledged write
   */
  public static WritingClient start(
      List<URI> members, Optional<Login> login, Path file, String run, Duration pace)
      throws IOException {
    var client = new WritingClient(members, login, new Ledger(file), run, pace);
    for (int number = 0; number < WRITERS; number++) {
      int writer = number;
      client.writers.add(
          Thread.ofPlatform().daemon().name("writer-" + writer).start(() -> client.run(writer)));
    }
    return client;
  }

  /** Returns the number of writes acknowledged so far. */
  public int acknowledged() {
    return ledger.count();
  }

  private void run(int writer) {
    try {
      write(writer);
    } catch (IOException noLedger) {
      broken.set(new UncheckedIOException("the ledger of the writes cannot be kept", noLedger));
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Writes until stopped. A writer turns to the next member at once when one fails, as etcd's own
   * client does, and rests after a write or after a round in which all members failed.
   */
  private void write(int writer) throws IOException, InterruptedException {
    int inVain = 0;
    for (int count = 0; !stopped; count++) {
      int member = (writer + count) % members.size();
      boolean acknowledged = shunned.mayTry(member) && write(member, key(writer, count));
      inVain = acknowledged ? 0 : inVain + 1;
      if (inVain % members.size() == 0) {
        Thread.sleep(pace);
      }
    }
  }

  private boolean write(int member, String key) throws IOException, InterruptedException {
    try {
      new Kv(members.get(member), http, login).put(key, LIMIT);
    } catch (IOException noAnswer) {
      if (Kv.wasNeverSent(noAnswer)) {
        ledger.unsent(key, String.valueOf(noAnswer.getMessage()));
      } else {
        ledger.unknown(key, String.valueOf(noAnswer.getMessage()));
      }
      shunned.tried(member, false);
      return false;
    }
    ledger.acknowledged(key, System.nanoTime());
    shunned.tried(member, true);
    return true;
  }

  private String key(int writer, int count) {
    return String.format(Locale.ROOT, "%s%s/%d-%08d", PREFIX, run, writer, count);
  }

  /** Stops the writers and returns the outcome of all writes. */
  public Writes stop() throws InterruptedException {
    stopped = true;
    long end = System.nanoTime();
    for (Thread writer : writers) {
      writer.join(LIMIT.multipliedBy(2).toMillis());
    }
    RuntimeException trouble = broken.get();
    if (trouble != null) {
      throw trouble;
    }
    return ledger.writes(end);
  }

  @Override
  public void close() throws IOException {
    stopped = true;
    writers.forEach(Thread::interrupt);
    http.shutdownNow();
    ledger.close();
  }
}
