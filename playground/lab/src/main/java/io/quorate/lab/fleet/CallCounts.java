package io.quorate.lab.fleet;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** How often each member was asked. More than three questions in 30 s are a burden. */
final class CallCounts {
  static final int MOST = 3;
  static final Duration WITHIN = Duration.ofSeconds(30);

  private final Map<FleetAddress, long[]> last = new ConcurrentHashMap<>();
  private final LongAdder all = new LongAdder();
  private final AtomicInteger burdened = new AtomicInteger();
  private final AtomicInteger resets = new AtomicInteger();

  /** Counts one question at this time in nanoseconds. */
  void count(FleetAddress member, long now) {
    all.increment();
    last.compute(
        member,
        (any, times) -> {
          if (times == null) {
            times = new long[MOST + 1];
          }
          long before = times[(int) (times[MOST] % MOST)];
          if (times[MOST] >= MOST && now - before <= WITHIN.toNanos()) {
            burdened.incrementAndGet();
          }
          times[(int) (times[MOST] % MOST)] = now;
          times[MOST]++;
          return times;
        });
  }

  void countReset() {
    resets.incrementAndGet();
  }

  /** Questions that got a reset for an answer. */
  int resets() {
    return resets.get();
  }

  /** All questions. */
  long all() {
    return all.sum();
  }

  /** Members that were asked at all. */
  int members() {
    return last.size();
  }

  /** Questions that were the fourth or later in 30 s for their member. */
  int tooMany() {
    return burdened.get();
  }
}
