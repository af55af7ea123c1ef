package io.quorate.gateway.http;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Failed logins of each address. Nobody guesses a token; the limit keeps a script that tries from
 * filling the log, and from keeping the gateway busy.
 */
final class LoginAttempts {
  private static final int MOST = 10;
  private static final Duration WINDOW = Duration.ofMinutes(1);
  private static final int ADDRESSES = 10_000;

  private record Failed(int times, Instant until) {}

  private final Map<String, Failed> byAddress = new LinkedHashMap<>();

  /** Returns how long wrong tokens of an address have to wait; zero: not at all. */
  synchronized Duration pause(String address, Instant now) {
    Failed failed = byAddress.get(address);
    return failed == null || failed.times() < MOST || !now.isBefore(failed.until())
        ? Duration.ZERO
        : Duration.between(now, failed.until());
  }

  /** Remembers a login that failed. */
  synchronized void failed(String address, Instant now) {
    Failed before = byAddress.remove(address);
    boolean fresh = before == null || !now.isBefore(before.until());
    byAddress.put(
        address,
        fresh ? new Failed(1, now.plus(WINDOW)) : new Failed(before.times() + 1, before.until()));
    if (byAddress.size() > ADDRESSES) {
      byAddress.remove(byAddress.keySet().iterator().next());
    }
  }
}
