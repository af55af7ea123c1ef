package io.quorate.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SelfTestSettingsTest {
  @Test
  void noSelfTestRunsUnlessTheFileSaysSo() {
    assertThat(read("")).isEmpty();
  }

  @Test
  void aSelfTestRunsOnceADayUnlessTheFileSaysOtherwise() {
    assertThat(read("selfTest: {}")).contains(new SelfTestSettings(Duration.ofHours(24)));
    assertThat(read("selfTest: {every: 6h}")).contains(new SelfTestSettings(Duration.ofHours(6)));
  }

  @Test
  void refusesATimeThatIsTooShortOrTooLong() {
    assertThatThrownBy(() -> read("selfTest: {every: 10m}"))
        .hasMessageContaining("selfTest.every: is not between 1h and 7d");
    assertThatThrownBy(() -> read("selfTest: {every: 8d}"))
        .hasMessageContaining("selfTest.every: is not between 1h and 7d");
  }

  @Test
  void aTimeLongerThanTemporalKeepsARunIsSaid() {
    SelfTestSettings daily = new SelfTestSettings(Duration.ofHours(24));

    assertThat(daily.trouble(Duration.ofHours(24))).isEmpty();
    assertThat(daily.trouble(Duration.ofHours(12)))
        .hasValueSatisfying(
            said -> assertThat(said).contains("every is 24 h").contains("run after 12 h"));
  }

  private static Optional<SelfTestSettings> read(String selfTest) {
    String text =
        """
        %s
        clusters:
          payments:
            platform: hosts
            memberDefaults: {host: local, service: {systemd: etcd.service}, dataDirectory: /d, environmentFile: /e, binary: /b}
            members:
              etcd-0: {peerUrl: "http://127.0.0.1:2380", clientUrl: "http://127.0.0.1:2379"}
        """
            .formatted(selfTest);
    return ConfigurationFile.read(Path.of("quorate.yml"), text, Environment.here()).selfTest();
  }
}
