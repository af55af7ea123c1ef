package io.quorate.slack;

import com.slack.api.methods.SlackApiTextResponse;
import io.quorate.port.Failure;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Slack's rate limits. Slack counts by method and workspace
 * (docs.slack.dev/apis/web-api/rate-limits), so while a method has to wait no call of it is sent,
 * for any operation.
 */
final class RateLimits {
  private final LongSupplier nanoTime;
  private final Map<String, Long> freeAt = new ConcurrentHashMap<>();

  RateLimits(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Calls Slack; the answer may be a refusal. */
  <T extends SlackApiTextResponse> T answer(String method, SlackFailures.Call<T> call) {
    require(method);
    return noted(method, () -> SlackFailures.answer(method, call));
  }

  /** Calls Slack; throws a failure unless Slack accepted the call. */
  <T extends SlackApiTextResponse> T accepted(String method, SlackFailures.Call<T> call) {
    require(method);
    return noted(method, () -> SlackFailures.accepted(method, call));
  }

  private interface Work<T> {
    T run();
  }

  private <T> T noted(String method, Work<T> work) {
    try {
      return work.run();
    } catch (Failure.Transient passing) {
      if (!passing.after().isZero()) {
        freeAt.put(method, nanoTime.getAsLong() + passing.after().toNanos());
      }
      throw passing;
    }
  }

  private void require(String method) {
    Long free = freeAt.get(method);
    long left = free == null ? 0 : free - nanoTime.getAsLong();
    if (left > 0) {
      Duration after = Duration.ofNanos(left);
      throw new Failure.Transient(
          "Slack asked to wait; the next " + method + " is in " + (after.toSeconds() + 1) + " s.",
          after);
    }
    freeAt.remove(method);
  }
}
