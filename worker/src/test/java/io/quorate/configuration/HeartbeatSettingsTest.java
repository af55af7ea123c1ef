package io.quorate.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeartbeatSettingsTest {
  @TempDir Path directory;

  @Test
  void noHeartbeatIsSentUnlessSomebodyNamesAnAddress() throws IOException {
    assertThat(read("")).isEmpty();
    assertThat(read("watch: {}")).isEmpty();
  }

  @Test
  void anAddressIsEnough() throws IOException {
    assertThat(read("watch: {heartbeat: {url: \"https://alive.example.net/q?id=1\"}}"))
        .contains(
            new HeartbeatSettings(
                URI.create("https://alive.example.net/q?id=1"), Duration.ofSeconds(60)));
  }

  @Test
  void refusesATimeThatNobodyWouldMiss() {
    assertThatThrownBy(() -> read("watch: {heartbeat: {url: \"https://a.example\", every: 2h}}"))
        .hasMessageContaining("watch.heartbeat.every")
        .hasMessageContaining("is not between 10s and 1h");
    assertThatThrownBy(() -> read("watch: {heartbeat: {url: \"https://a.example\", every: 1s}}"))
        .hasMessageContaining("is not between 10s and 1h");
  }

  @Test
  void refusesAHeartbeatWithoutAnAddress() {
    assertThatThrownBy(() -> read("watch: {heartbeat: {every: 60s}}"))
        .hasMessageContaining("watch.heartbeat.url");
  }

  private Optional<HeartbeatSettings> read(String watch) throws IOException {
    Path file = directory.resolve("quorate.yml");
    Files.writeString(
        file,
        """
        snapshots: {directory: /var/lib/quorate/snapshots}
        %s
        clusters:
          payments:
            platform: hosts
            memberDefaults: {host: local, service: {systemd: etcd.service}, dataDirectory: /d, environmentFile: /e, binary: /b}
            members:
              etcd-0: {peerUrl: "http://127.0.0.1:2380", clientUrl: "http://127.0.0.1:2379"}
        """
            .formatted(watch));
    return ConfigurationFile.load(Optional.of(file), Environment.here()).heartbeat();
  }
}
