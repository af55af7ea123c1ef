package io.quorate.gateway.http;

import static io.quorate.gateway.http.RunningGateway.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.slack.api.Slack;
import io.quorate.browser.Browser;
import io.quorate.lab.slack.SlackEmulator;
import io.quorate.operation.Phase;
import io.quorate.slack.SlackClient;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The pictures of the emulated Slack in the documentation: {@code -Dquorate.pictures=FOLDER} makes
 * them.
 */
@Timeout(120)
@EnabledIfSystemProperty(named = "quorate.pictures", matches = ".+")
class SlackPicturesIT {
  private final Path folder = Path.of(System.getProperty("quorate.pictures", "target"));

  @Test
  void aQuestionFitsAPhone() throws Exception {
    try (Browser browser = Browser.start();
        SlackEmulator emulator = SlackEmulator.start(0);
        Slack slack = SlackClient.of(emulator.apiUrl())) {
      StagedSlack channel = StagedSlack.of(slack, emulator);
      channel.show(
          1, StagedSlack.staged(PAYMENTS, "majority-recovery", Phase.WAITING_FOR_APPROVAL));
      take(browser, emulator, "slack-question");
    }
  }

  private void take(Browser browser, SlackEmulator emulator, String name) {
    browser.open(emulator.pageUrl());
    browser.awaitText(".message", "");
    browser.script("scrollTo(0, 0)");
    browser.picture(folder.resolve(name + "-1400.png"), 900);
    browser.wide(Browser.PHONE);
    assertThat(browser.overhang()).isZero();
    browser.picture(folder.resolve(name + "-390.png"), 1100);
    browser.wide(Browser.DESK);
  }
}
