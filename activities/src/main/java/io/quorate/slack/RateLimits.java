package io.quorate.slack;

import com.slack.api.methods.SlackApiTextResponse;
import com.slack.api.webhook.WebhookResponse;
import io.quorate.port.Failure;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Rate limits that Slack has set. Slack counts by method and workspace
 * (docs.slack.dev/apis/web-api/rate-limits), so while a method has to wait no call of it is sent,
 * for any operation. Answers to clicks go to the URLs that came with the clicks; all these URLs
 * count as one method.
 */
public final class RateLimits {
  private final LongSupplier nanoTime;
  private final Map<String, Long> freeAt = new ConcurrentHashMap<>();

  private RateLimits(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Returns an instance that knows of no limits yet. */
  public static RateLimits none() {
    return new RateLimits(System::nanoTime);
  }

  /** Calls Slack; the answer may be a refusal. */
  <T extends SlackApiTextResponse> T answer(String method, SlackCall<T> call) {
    require(method);
    return noted(method, () -> SlackFailures.answer(method, call));
  }

  /** Calls Slack; throws a failure unless Slack accepted the call. */
  public <T extends SlackApiTextResponse> T accepted(String method, SlackCall<T> call) {
    require(method);
    return noted(method, () -> SlackFailures.accepted(method, call));
  }

  /** Answers a click at its {@code response_url}; throws a failure unless Slack took the answer. */
  public WebhookResponse responded(SlackCall<WebhookResponse> call) {
    require(SlackFailures.RESPONSE_URL);
    return noted(SlackFailures.RESPONSE_URL, () -> SlackFailures.responded(call));
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
