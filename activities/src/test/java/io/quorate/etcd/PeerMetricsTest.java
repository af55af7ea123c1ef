package io.quorate.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MaintenanceCounters;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.Quota;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerMetricsTest {
  private static final String PAGE =
      """
      # HELP etcd_network_active_peers The current number of active peer connections.
      # TYPE etcd_network_active_peers gauge
      etcd_network_active_peers{Local="d5365f6abe8b19db",Remote="c08a1904cf364980"} 1
      etcd_network_active_peers{Local="d5365f6abe8b19db",Remote="38631552fd20e0ad"} 0
      etcd_network_client_grpc_received_bytes_total 1.234e+06
      etcd_server_id{server_id="d5365f6abe8b19db"} 1
      etcd_cluster_version{cluster_version="3.5"} 0
      etcd_cluster_version{cluster_version="3.6"} 1
      etcd_server_quota_backend_bytes 2.147483648e+09
      etcd_debugging_mvcc_compact_revision 1.0000123e+07
      etcd_disk_backend_defrag_duration_seconds_bucket{le="0.1"} 1
      etcd_disk_backend_defrag_duration_seconds_count 2
      etcd_disk_wal_fsync_duration_seconds_bucket{le="0.001"} 3
      etcd_disk_wal_fsync_duration_seconds_bucket{le="0.128"} 7
      etcd_disk_wal_fsync_duration_seconds_bucket{le="+Inf"} 1.2345678e+07
      etcd_server_snapshot_apply_in_progress_total 1
      etcd_server_feature_enabled{name="InitialCorruptCheck",stage="ALPHA"} 1
      etcd_server_feature_enabled{name="AllAlpha",stage="ALPHA"} 0
      """;

  private static Optional<PeerMetrics> parsed(String page) {
    try (var body = new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8))) {
      return PeerMetrics.parse(SampleLines.in(body, PeerMetrics.NAMES));
    } catch (IOException unread) {
      throw new UncheckedIOException(unread);
    }
  }

  @Test
  void onlyPeersThatAreConnectedNowCount() {
    PeerMetrics metrics = parsed(PAGE).orElseThrow();
    assertThat(metrics.member()).isEqualTo(MemberId.parse("d5365f6abe8b19db"));
    assertThat(metrics.report().active()).containsExactly(MemberId.parse("c08a1904cf364980"));
    assertThat(metrics.report().applyingSnapshot()).isTrue();
  }

  @Test
  void theClusterVersionOfNowAndTheQuotaAreTold() {
    MemberMetrics report = parsed(PAGE).orElseThrow().report();
    assertThat(report.clusterVersion()).contains("3.6");
    assertThat(report.quota()).isEqualTo(new Quota.Limited(2L << 30));
  }

  @Test
  void theFeatureGatesAreRead() {
    assertThat(parsed(PAGE).orElseThrow().features())
        .isEqualTo(Map.of("InitialCorruptCheck", true, "AllAlpha", false));
  }

  @Test
  void aNegativeQuotaIsUnlimitedAndAMissingQuotaIsNotRead() {
    assertThat(quota(PAGE.replace("2.147483648e+09", "-1"))).isEqualTo(new Quota.Unlimited());
    assertThat(quota(PAGE.replace("quota_backend", "quota_other"))).isEqualTo(new Quota.NotRead());
    assertThat(quota(PAGE.replace("2.147483648e+09", "NaN"))).isEqualTo(new Quota.NotRead());
  }

  private static Quota quota(String page) {
    return parsed(page).orElseThrow().report().quota();
  }

  @Test
  void compactionsAndDefragmentationsAreTold() {
    assertThat(parsed(PAGE).orElseThrow().report().upkeep())
        .contains(new MaintenanceCounters(10_000_123, 2));
    String young = PAGE.replace("1.0000123e+07", "-1");
    assertThat(parsed(young).orElseThrow().report().upkeep())
        .contains(new MaintenanceCounters(-1, 2));
  }

  @Test
  void waitsForTheDiskAreCountedByTheirBounds() {
    assertThat(parsed(PAGE).orElseThrow().fsync().counts())
        .containsExactly(
            Map.entry(0.001, 3L),
            Map.entry(0.128, 7L),
            Map.entry(Double.POSITIVE_INFINITY, 12_345_678L));
  }

  @Test
  void aPageOfSomethingElseIsNoReport() {
    assertThat(parsed("go_goroutines 12\n<html>")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "etcd_network_active_peers{Local=\"1\",Local=\"1\",Remote=\"2\"} 1",
        "etcd_disk_wal_fsync_duration_seconds_bucket{le=\"1.2.3\"} 7",
        "etcd_disk_wal_fsync_duration_seconds_bucket{le=\"0.5\"} 1.2.3",
        "etcd_network_peer_received_bytes_total{From=\"no id\"} 7"
      })
  void aPageWithWhatNoEtcdWritesIsNoReport(String line) {
    assertThat(parsed(PAGE + "\n" + line)).isEmpty();
  }
}
