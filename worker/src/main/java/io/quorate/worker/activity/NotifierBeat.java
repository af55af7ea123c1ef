package io.quorate.worker.activity;

import io.quorate.operation.NotifierProgress;
import io.quorate.port.NotificationChannel.Lease;
import io.temporal.client.ActivityCanceledException;
import io.temporal.client.ActivityCompletionClient;
import io.temporal.client.ActivityCompletionException;
import io.temporal.client.ActivityNotExistsException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Heartbeats of one attempt of a notifier, some minutes apart, and one before a write. A beat
 * counts when Temporal acknowledged it: while the last acknowledged beat is fresh, no other attempt
 * has begun, and this attempt may write. The SDK's own heartbeat says nothing when Temporal cannot
 * be reached, so beats are sent with the completion client.
 */
final class NotifierBeat implements Lease, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NotifierBeat.class);
  private final ActivityCompletionClient client;
  private final byte[] token;
  private final BeatPace pace;
  private final ScheduledExecutorService beats =
      Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("notifier").factory());
  private final ReentrantLock beating = new ReentrantLock();
  private volatile NotifierProgress progress;
  private volatile long acknowledged = System.nanoTime();
  private volatile boolean over;

  NotifierBeat(
      ActivityCompletionClient client, byte[] token, BeatPace pace, NotifierProgress before) {
    this.client = client;
    this.token = token.clone();
    this.pace = pace;
    this.progress = before;
    long every = pace.every().toMillis();
    var first = beats.scheduleAtFixedRate(this::beat, every, every, TimeUnit.MILLISECONDS);
    assert !first.isCancelled();
  }

  NotifierProgress progress() {
    return progress;
  }

  /** Sends this progress at once, and again with every heartbeat. */
  void progress(NotifierProgress next) {
    progress = next;
    beat();
  }

  /** Whether the attempt has to end: another one took its place, or the notifier was cancelled. */
  boolean isOver() {
    return over;
  }

  @Override
  public boolean isHeld() {
    if (!isFresh()) {
      beat();
    }
    return !over && isFresh();
  }

  private boolean isFresh() {
    return System.nanoTime() - acknowledged < pace.fresh().toNanos();
  }

  private void beat() {
    beating.lock();
    long sent = System.nanoTime();
    try {
      client.heartbeat(token, progress);
      acknowledged = sent;
    } catch (ActivityNotExistsException | ActivityCanceledException ended) {
      over = true;
    } catch (ActivityCompletionException unheard) {
      LOG.debug("Temporal did not take a heartbeat", unheard);
    } finally {
      beating.unlock();
    }
  }

  @Override
  public void close() {
    beats.shutdownNow();
  }
}
