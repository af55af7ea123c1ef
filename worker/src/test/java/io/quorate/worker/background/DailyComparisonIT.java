package io.quorate.worker.background;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ObservationDepth;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.load.EditedValue;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.observation.Observer;
import io.quorate.record.LastComparison;
import io.quorate.record.ObservationMemory;
import io.quorate.view.ClusterView;
import io.quorate.worker.Clusters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real members whose data differs while all of them vote, no alarm is up, and nobody asks. */
class DailyComparisonIT {
  private static final ClusterKey MAIN = new ClusterKey("main");
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir Path folder;

  @ParameterizedTest(name = "etcd {0}")
  @ValueSource(strings = {"3.4", "3.7"})
  void aDifferenceIsFoundWithinADayAndIsOverOnceTheDataIsEqual(String minor) throws Exception {
    try (EtcdCluster etcd =
        EtcdCluster.layOut(
            ToolsForTests.etcd(minor), folder.resolve("etcd"), 3, EtcdSettings.plain())) {
      etcd.start(LIMIT);
      EtcdMember odd = etcd.member("etcd-2");
      EditedValue value = EditedValue.put(etcd.member("etcd-0"), "/edited/key", LIMIT);
      Files.writeString(configuration(), yaml(etcd));
      compareAfter(Duration.ZERO);
      assertThat(last().difference()).isEmpty();

      odd.stop();
      value.spoil(odd);
      odd.start();
      odd.awaitServing(LIMIT);
      assertThat(findingAfter(Duration.ZERO)).isEqualTo(DiagnosisCode.WHOLE);
      Instant equal = last().at();
      compareAfter(Duration.ofHours(23));
      assertThat(last().at()).as("no day is over").isEqualTo(equal);

      compareAfter(Duration.ofHours(25));
      assertThat(last().difference())
          .hasValueSatisfying(said -> assertThat(said).contains("etcd-2 has other data than"));
      assertThat(findingAfter(Duration.ofHours(26))).isEqualTo(DiagnosisCode.DATA_DIFFERS);

      odd.stop();
      value.mend(odd);
      odd.start();
      odd.awaitServing(LIMIT);
      compareAfter(Duration.ofHours(50));
      assertThat(findingAfter(Duration.ofHours(50))).isEqualTo(DiagnosisCode.WHOLE);
    }
  }

  /** What the worker does every few minutes, so long from now. */
  private void compareAfter(Duration later) {
    Clock then = Clock.offset(Clock.systemUTC(), later);
    try (Clusters clusters = clusters(then)) {
      new DailyComparison(clusters::ports, operation -> false, then).task().turn(MAIN, () -> false);
    }
  }

  private DiagnosisCode findingAfter(Duration later) {
    Clock then = Clock.offset(Clock.systemUTC(), later);
    try (Clusters clusters = clusters(then)) {
      ClusterView view =
          new Observer(clusters.ports(MAIN), then)
              .look(ObservationMemory.NONE, ObservationDepth.ANSWERS);
      return DiagnosisTable.diagnose(view).code();
    }
  }

  private LastComparison last() {
    try (Clusters clusters = clusters(Clock.systemUTC())) {
      return clusters.ports(MAIN).comparisons().last(MAIN).orElseThrow();
    }
  }

  private Clusters clusters(Clock clock) {
    return new Clusters(
        ConfigurationFile.load(Optional.of(configuration()), Environment.here()), clock);
  }

  private Path configuration() {
    return folder.resolve("quorate.yml");
  }

  private String yaml(EtcdCluster etcd) {
    StringBuilder text =
        new StringBuilder(
            """
            snapshots: {directory: %s}
            approval: {approvers: {oncall: [{name: dana}, {name: robin}]}}
            clusters:
              main:
                platform: hosts
                memberDefaults:
                  dataDirectory: %2$s/data
                  environmentFile: %2$s/etcd.env
                  binary: %2$s/etcd
                  service: {process: {pidFile: %2$s/etcd.pid, logFile: %2$s/etcd.log}}
                members:
            """
                .formatted(folder.resolve("snapshots"), folder.resolve("etcd").resolve("{name}")));
    etcd.members()
        .forEach(
            one ->
                text.append(
                    "      %s: {zone: %s, peerUrl: \"%s\", clientUrl: \"%s\"}\n"
                        .formatted(one.name(), one.name(), one.peerUrl(), one.clientUrl())));
    return text.toString();
  }
}
