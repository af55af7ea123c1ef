package io.quorate.lab.fleet;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLSession;

/**
 * TLS handshakes of each member, of which more than two an hour are a burden. The first one does
 * not count, because it opens the connection that is kept, and neither does one after each reset,
 * because a broken connection has to be opened again. Resumed sessions are counted alone, because
 * the member signs nothing for them: a page of metrics needs one every 5 min, and a channel that is
 * closed after each pulse, because descriptors are few, one every 30 s.
 */
final class Handshakes {
  private final CallCounts counted = CallCounts.ofHandshakes();

  /** Handshakes of each member that are excused from now on; below zero is none. */
  private final Map<FleetAddress, Integer> excused = new ConcurrentHashMap<>();

  private final LongAdder all = new LongAdder();
  private final LongAdder resumed = new LongAdder();

  /**
   * Counts a connection whose handshake has ended.
   *
   * @param accepted when it was accepted, in milliseconds: a session that is older is resumed
   */
  void count(FleetAddress member, SSLSession session, long accepted) {
    if (session.getCreationTime() < accepted) {
      resumed.increment();
    } else {
      count(member, System.nanoTime());
    }
  }

  /** Counts a whole handshake at this time in nanoseconds. */
  void count(FleetAddress member, long now) {
    all.increment();
    int left = excused.merge(member, 0, (before, none) -> before - 1);
    if (left < 0) {
      counted.count(member, now);
    }
  }

  /** Excuses a handshake of this member, because a connection was reset. */
  void excuse(FleetAddress member) {
    excused.merge(member, 2, (before, one) -> Math.max(before, 0) + 1);
  }

  /** Whole handshakes. */
  long all() {
    return all.sum();
  }

  /** Handshakes that resumed an earlier session. */
  long resumed() {
    return resumed.sum();
  }

  /** Whole handshakes that were the third or later in an hour, beside the excused ones. */
  int tooMany() {
    return counted.tooMany();
  }
}
