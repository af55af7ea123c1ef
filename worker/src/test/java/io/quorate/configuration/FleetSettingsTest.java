package io.quorate.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.places.PlaceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetSettingsTest {
  @TempDir Path directory;

  @Test
  void fiveOperationsAtOnceAndOneInAZoneUnlessSomebodySaysOtherwise() throws IOException {
    assertThat(read("")).isEqualTo(new PlaceLimits(5, 1, 3));
    assertThat(read("fleet: {perDomain: 2}")).isEqualTo(new PlaceLimits(5, 2, 3));
    assertThat(read("fleet: {atOnce: 20, perDomain: 4, restores: 1}"))
        .isEqualTo(new PlaceLimits(20, 4, 1));
  }

  @Test
  void refusesALimitThatKeepsEveryOperationWaiting() {
    assertThatThrownBy(() -> read("fleet: {atOnce: 0}"))
        .hasMessageContaining("fleet.atOnce")
        .hasMessageContaining("would keep every operation waiting");
  }

  @Test
  void seriesOfEveryClusterAreThereWhereSomebodyWantsThem() throws IOException {
    assertThat(configuration("").metrics().ofEveryCluster()).isFalse();
    assertThat(configuration("metrics: {perCluster: troubled}").metrics().ofEveryCluster())
        .isFalse();
    assertThat(configuration("metrics: {perCluster: all}").metrics().ofEveryCluster()).isTrue();
    assertThatThrownBy(() -> configuration("metrics: {perCluster: some}"))
        .hasMessageContaining("metrics.perCluster")
        .hasMessageContaining("has to be 'all' or 'troubled'");
  }

  private PlaceLimits read(String fleet) throws IOException {
    return configuration(fleet).fleet();
  }

  private Configuration configuration(String more) throws IOException {
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
            .formatted(more));
    return ConfigurationFile.load(Optional.of(file), Environment.here());
  }
}
