package io.quorate.gateway.slack;

import com.slack.api.Slack;
import com.slack.api.methods.MethodsClient;
import com.slack.api.methods.SlackApiException;
import com.slack.api.methods.response.chat.ChatPostEphemeralResponse;
import com.slack.api.util.json.GsonFactory;
import com.slack.api.webhook.WebhookResponse;
import io.quorate.slack.Mrkdwn;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answer to one click, which only the person sees. It goes to the click's {@code response_url},
 * which Slack takes five times within 30 minutes, and where that fails as an ephemeral message; it
 * is tried again for some minutes, unless a newer sentence for the same click was there first.
 */
final class SlackClicksAnswer {
  private static final Logger LOG = LoggerFactory.getLogger(SlackClicksAnswer.class);
  private static final int TRIES = 10;
  private static final long LONGEST_PAUSE_SECONDS = 60;
  private static final int OK = 200;

  private final Slack slack;
  private final MethodsClient methods;
  private final SlackClicksPayload payload;
  private final Map<String, String> newest;

  SlackClicksAnswer(
      Slack slack, MethodsClient methods, SlackClicksPayload payload, Map<String, String> newest) {
    this.slack = slack;
    this.methods = methods;
    this.payload = payload;
    this.newest = newest;
  }

  /** Tries once, and goes on in the background when that fails. */
  void tell(String sentence, Executor later) {
    newest.put(payload.clickId(), sentence);
    if (isTold(sentence, 0)) {
      newest.remove(payload.clickId(), sentence);
    } else {
      later.execute(() -> again(sentence));
    }
  }

  private void again(String sentence) {
    try {
      for (int attempt = 1; attempt < TRIES; attempt++) {
        TimeUnit.SECONDS.sleep(Math.min(LONGEST_PAUSE_SECONDS, 1L << (attempt - 1)));
        if (!sentence.equals(newest.get(payload.clickId())) || isTold(sentence, attempt)) {
          return;
        }
      }
      LOG.warn("{} was not told: {}", payload.person().identity(), sentence);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    } finally {
      newest.remove(payload.clickId(), sentence);
    }
  }

  /** Sends the sentence; every other attempt takes the other way. */
  private boolean isTold(String sentence, int attempt) {
    try {
      return payload.responseUrl().isPresent() && attempt % 2 == 0
          ? respond(payload.responseUrl().get(), sentence)
          : whisper(sentence);
    } catch (IOException | SlackApiException | RuntimeException e) {
      LOG.info("A click in Slack could not be answered yet: {}", e.toString());
      return false;
    }
  }

  private boolean respond(String url, String sentence) throws IOException {
    Map<String, Object> body =
        Map.of(
            "response_type", "ephemeral", "replace_original", false, "text", Mrkdwn.text(sentence));
    WebhookResponse answer = slack.send(url, GsonFactory.createSnakeCase().toJson(body));
    return answer.getCode() != null && answer.getCode() == OK;
  }

  private boolean whisper(String sentence) throws IOException, SlackApiException {
    ChatPostEphemeralResponse answer =
        methods.chatPostEphemeral(
            r ->
                r.channel(payload.channel())
                    .user(payload.person().userId())
                    .threadTs(payload.thread().orElse(null))
                    .text(Mrkdwn.text(sentence)));
    return answer.isOk();
  }
}
