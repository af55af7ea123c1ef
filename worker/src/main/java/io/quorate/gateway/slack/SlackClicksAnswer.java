package io.quorate.gateway.slack;

import io.quorate.client.Backoff;
import io.quorate.client.Deadlines;
import io.quorate.cluster.Sentences;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answer to one click, which only the person sees. Delivery is retried for {@link
 * Deadlines#REPEATED}, never before Slack's {@code Retry-After} is over, and no longer once there
 * is a newer sentence for the click.
 */
record SlackClicksAnswer(
    SlackClicksWays ways, SlackClicksPayload payload, Map<String, String> newest) {
  private static final Logger LOG = LoggerFactory.getLogger(SlackClicksAnswer.class);
  private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

  /** Tries to deliver the sentence once, and retries in the background when that fails. */
  void tell(String sentence, Executor later) {
    newest.put(payload.clickId(), sentence);
    ways.tell(payload, sentence)
        .ifPresentOrElse(
            asked -> later.execute(() -> again(sentence, asked)),
            () -> newest.remove(payload.clickId(), sentence));
  }

  private void again(String sentence, Duration askedFirst) {
    long end = System.nanoTime() + Deadlines.REPEATED.toNanos();
    try {
      Optional<Duration> asked = Optional.of(askedFirst);
      for (int attempt = 1; asked.isPresent(); attempt++) {
        Duration pause = PAUSES.after(attempt, asked.get());
        if (System.nanoTime() + pause.toNanos() > end) {
          LOG.warn(
              "{} was not told the answer to a click; it begins: {}",
              payload.person().identity(),
              Sentences.first(sentence));
          return;
        }
        TimeUnit.MILLISECONDS.sleep(pause.toMillis());
        if (!sentence.equals(newest.get(payload.clickId()))) {
          return;
        }
        asked = ways.tell(payload, sentence);
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    } finally {
      newest.remove(payload.clickId(), sentence);
    }
  }
}
