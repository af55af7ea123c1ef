package io.quorate.worker;

import com.slack.api.Slack;
import com.slack.api.methods.SlackApiException;
import com.slack.api.methods.response.auth.AuthTestResponse;
import io.quorate.command.Probe;
import io.quorate.configuration.SlackSettings;
import io.quorate.slack.SlackClient;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/** Probes whether Slack accepts the bot token. */
record SlackProbe(SlackSettings settings) implements Probe {
  @Override
  public String name() {
    return "Slack, channel " + settings.channel();
  }

  @Override
  public Optional<String> trouble() {
    String api = settings.apiUrl().map(URI::toString).orElse(SlackClient.API);
    try (Slack slack = SlackClient.of(api)) {
      AuthTestResponse answer = slack.methods(settings.botToken().read()).authTest(r -> r);
      return answer.isOk() ? Optional.empty() : Optional.of("Slack says " + answer.getError());
    } catch (IOException | SlackApiException away) {
      return Optional.of("Slack does not answer at " + api + ": " + away.getMessage());
    } catch (Exception failed) {
      return Optional.of("the connection to Slack could not be closed: " + failed.getMessage());
    }
  }
}
