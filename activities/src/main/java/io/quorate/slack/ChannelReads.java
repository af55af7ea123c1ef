package io.quorate.slack;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Reads of the channel, which Slack grants 50 times a minute to everybody together. Whoever waits
 * while a read is under way shares the next read, and that read began after each of them asked. So
 * a thousand notifiers that look again at one time cost some reads, and each sees what was posted
 * before it asked.
 */
final class ChannelReads {
  private final Function<Instant, Found> read;
  private final LongSupplier nanoTime;
  private final ReentrantLock reading = new ReentrantLock();
  private Read last = new Read(0, Instant.MAX, new Found(false, Map.of()));

  /**
   * Messages of Quorate in the channel.
   *
   * @param complete whether the channel was read back to the time that was asked for
   * @param places by operation, and by key
   */
  record Found(boolean complete, Map<String, Map<String, Place>> places) {}

  private record Read(long begun, Instant since, Found found) {
    private boolean serves(long asked, Instant from) {
      return begun - asked >= 0 && (from.equals(since) || found.complete() && from.isAfter(since));
    }
  }

  /**
   * Creates reads of one channel.
   *
   * @param read reads the messages since a time
   * @param nanoTime a monotonic clock, such as {@code System::nanoTime}
   */
  ChannelReads(Function<Instant, Found> read, LongSupplier nanoTime) {
    this.read = read;
    this.nanoTime = nanoTime;
  }

  /** Returns the places of the messages of an operation that stand in the channel now, by key. */
  Map<String, Place> of(String operation, Instant since) {
    long asked = nanoTime.getAsLong();
    reading.lock();
    try {
      if (!last.serves(asked, since)) {
        long begun = nanoTime.getAsLong();
        last = new Read(begun, since, read.apply(since));
      }
      return last.found().places().getOrDefault(operation, Map.of());
    } finally {
      reading.unlock();
    }
  }
}
