package io.quorate.gateway.slack;

import com.slack.api.Slack;
import com.slack.api.methods.MethodsClient;
import com.slack.api.util.json.GsonFactory;
import io.quorate.port.Failure;
import io.quorate.slack.Mrkdwn;
import io.quorate.slack.RateLimits;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Two ways to tell a person who clicked something that only they see: the click's {@code
 * response_url}, which Slack accepts five times within 30 minutes, and where that fails an
 * ephemeral message. While Slack asks to wait ({@code Retry-After}), neither is used, for any
 * click.
 */
final class SlackClicksWays {
  private static final Logger LOG = LoggerFactory.getLogger(SlackClicksWays.class);

  private final Slack slack;
  private final MethodsClient methods;
  private final RateLimits limits = RateLimits.none();

  SlackClicksWays(Slack slack, MethodsClient methods) {
    this.slack = slack;
    this.methods = methods;
  }

  /**
   * Tells the person once.
   *
   * @return empty when Slack accepted the sentence; otherwise the minimum wait before the next try
   */
  Optional<Duration> tell(SlackClicksPayload payload, String sentence) {
    Optional<Failure> first =
        payload
            .responseUrl()
            .map(url -> failure(() -> respond(url, sentence)))
            .orElseGet(() -> Optional.of(new Failure.Transient("The click has no response_url.")));
    return first.flatMap(
        one ->
            failure(() -> whisper(payload, sentence))
                .map(other -> shorter(waitAfter(one), waitAfter(other))));
  }

  private static Optional<Failure> failure(Runnable way) {
    try {
      way.run();
      return Optional.empty();
    } catch (Failure failure) {
      LOG.info("A click in Slack could not be answered yet: {}", failure.getMessage());
      return Optional.of(failure);
    }
  }

  private static Duration waitAfter(Failure failure) {
    return failure instanceof Failure.Transient passing ? passing.after() : Duration.ZERO;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private void respond(String url, String sentence) {
    Map<String, Object> body =
        Map.of(
            "response_type", "ephemeral", "replace_original", false, "text", Mrkdwn.text(sentence));
    limits.responded(() -> slack.send(url, GsonFactory.createSnakeCase().toJson(body)));
  }

  private void whisper(SlackClicksPayload payload, String sentence) {
    limits.accepted(
        "chat.postEphemeral",
        () ->
            methods.chatPostEphemeral(
                r ->
                    r.channel(payload.channel())
                        .user(payload.person().userId())
                        .threadTs(payload.thread().orElse(null))
                        .text(Mrkdwn.text(sentence))));
  }
}
