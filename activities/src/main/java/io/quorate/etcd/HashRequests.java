package io.quorate.etcd;

import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Requests for hashes that the members of one cluster left unanswered. etcd goes on hashing after
 * the caller has left and delays the member's writes meanwhile (docs/etcd.md#hashes), so a second
 * request would double the delay. An unanswered hash counts as still running for as long again as
 * its time limit; after two repeats without an answer the member is asked no more until people have
 * had time to look. Shared by all attempts of this process; thread-safe.
 */
final class HashRequests {
  /**
   * Shortest duration of a failed call that may have reached the member: connecting takes 2 s at
   * most, so a call that failed earlier was never sent.
   */
  private static final Duration SENT = Duration.ofSeconds(5);

  private static final int REPEATS = 2;
  private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(30);

  private final Map<MemberName, Unanswered> unanswered = new ConcurrentHashMap<>();
  private final Set<MemberName> underWay = ConcurrentHashMap.newKeySet();
  private final LongSupplier nanoTime;

  HashRequests(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Requests that one member left unanswered since its last answer.
   *
   * @param runsUntil when the last hash is taken as ended, in nanoseconds of {@link #nanoTime}
   */
  private record Unanswered(int times, long leftAt, long runsUntil) {}

  /**
   * Sends a request for a hash, unless the member is hashing for another request or may still be
   * hashing for an earlier one.
   */
  <R> R ask(MemberName member, Duration within, Supplier<R> request) {
    int before = requireIdle(member);
    if (!underWay.add(member)) {
      throw new Failure.NotYet(member + " is hashing its keys for another request");
    }
    try {
      return counted(member, before, within, request);
    } finally {
      underWay.remove(member);
    }
  }

  private <R> R counted(MemberName member, int before, Duration within, Supplier<R> request) {
    long start = nanoTime.getAsLong();
    try {
      R answer = request.get();
      unanswered.remove(member);
      return answer;
    } catch (Failure.Transient | Failure.Unknown silent) {
      long left = nanoTime.getAsLong();
      if (left - start >= SENT.toNanos()) {
        unanswered.put(member, new Unanswered(before + 1, left, left + within.toNanos()));
      }
      throw silent;
    }
  }

  /** Returns how many requests the member left unanswered; throws while it may still be hashing. */
  private int requireIdle(MemberName member) {
    Unanswered last = unanswered.get(member);
    long now = nanoTime.getAsLong();
    if (last == null || now - last.leftAt() > FORGOTTEN_AFTER.toNanos()) {
      return 0;
    }
    if (last.times() > REPEATS) {
      throw new Failure.Refused(
          "%s was asked %d times to hash its keys and gave no answer in time. Look at its disk and"
                  .formatted(member, last.times())
              + " its load; it is asked again %d minutes after the last time"
                  .formatted(FORGOTTEN_AFTER.toMinutes()));
    }
    if (now - last.runsUntil() < 0) {
      throw new Failure.NotYet(
          "%s may still be hashing its keys for a request that it did not answer; it is asked again"
                  .formatted(member)
              + " in %d s".formatted(Duration.ofNanos(last.runsUntil() - now).toSeconds() + 1));
    }
    return last.times();
  }
}
