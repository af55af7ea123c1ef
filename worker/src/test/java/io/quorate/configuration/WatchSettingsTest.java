package io.quorate.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.ClusterKey;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.watch.FindingKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchSettingsTest {
  @TempDir Path directory;

  @Test
  void everythingIsToldUnlessSomebodySaysOtherwise() throws IOException {
    assertThat(off("")).isEmpty();
  }

  @Test
  void offLeavesAClusterToAlerts() throws IOException {
    assertThat(off("watch: off"))
        .containsAll(Arrays.stream(DiagnosisCode.values()).map(DiagnosisCode::words).toList())
        .containsAll(FindingKind.names());
  }

  @Test
  void singleDiagnosesAndKindsOfFindingsAreSwitchedOff() throws IOException {
    assertThat(off("watch: {off: [member-joining, leader-flapping]}"))
        .containsExactlyInAnyOrder("member-joining", "leader-flapping");
  }

  @Test
  void anUnknownDiagnosisIsRefusedWithANearName() {
    assertThatThrownBy(() -> off("watch: {off: [member-joning]}"))
        .hasMessageContaining(
            "'member-joning' is no diagnosis and no kind of finding; did you mean member-joining");
  }

  @Test
  void anotherWordThanOffIsRefused() {
    assertThatThrownBy(() -> off("watch: never"))
        .hasMessageContaining("'never' is no setting of the watch; write watch: {off: ");
  }

  private Set<String> off(String watch) throws IOException {
    Path file = directory.resolve("quorate.yml");
    Files.writeString(
        file,
        """
        snapshots: {directory: /var/lib/quorate/snapshots}
        clusters:
          payments:
            platform: hosts
            %s
            memberDefaults: {host: local, service: {systemd: etcd.service}, dataDirectory: /d, environmentFile: /e, binary: /b}
            members:
              etcd-0: {peerUrl: "http://127.0.0.1:2380", clientUrl: "http://127.0.0.1:2379"}
        """
            .formatted(watch));
    return ConfigurationFile.load(Optional.of(file), Environment.here())
        .required(new ClusterKey("payments"))
        .watch()
        .off();
  }
}
