package io.quorate.lab.fleet;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** How often each member was asked for one thing, and how often that was a burden. */
final class CallCounts {
  private final int most;
  private final long within;
  private final Map<FleetAddress, long[]> last = new ConcurrentHashMap<>();
  private final LongAdder all = new LongAdder();
  private final AtomicInteger burdened = new AtomicInteger();

  /** Counts calls, of which more than {@code most} within this time are a burden for a member. */
  CallCounts(int most, Duration within) {
    this.most = most;
    this.within = within.toNanos();
  }

  /** Questions: a pulse each 30 s, and the calls of one look. */
  static CallCounts ofQuestions() {
    return new CallCounts(3, Duration.ofSeconds(30));
  }

  /** Pages of metrics: one each 5 min, up to 30 s early. */
  static CallCounts ofPages() {
    return new CallCounts(1, Duration.ofSeconds(270));
  }

  /** Handshakes: pages of metrics need the first, a look at the certificate the second. */
  static CallCounts ofHandshakes() {
    return new CallCounts(2, Duration.ofHours(1));
  }

  /** Counts one call at this time in nanoseconds. */
  void count(FleetAddress member, long now) {
    all.increment();
    last.compute(
        member,
        (any, times) -> {
          if (times == null) {
            times = new long[most + 1];
          }
          long before = times[(int) (times[most] % most)];
          if (times[most] >= most && now - before <= within) {
            burdened.incrementAndGet();
          }
          times[(int) (times[most] % most)] = now;
          times[most]++;
          return times;
        });
  }

  /** All calls. */
  long all() {
    return all.sum();
  }

  /** Members that were asked at all. */
  int members() {
    return last.size();
  }

  /** Calls that were more than {@code most} within the time, for their member. */
  int tooMany() {
    return burdened.get();
  }
}
