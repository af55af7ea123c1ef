package io.quorate.version;

import io.quorate.cluster.EtcdVersion;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Values that etcd takes where nobody writes a setting down. Most flags are off and most numbers
 * are 0; the others are listed, with 0 where etcd takes it for the same. Source: {@code NewConfig}
 * and {@code AddFlags} of {@code server/embed/config.go} and {@code DefaultSnapshotCount} of {@code
 * server/etcdserver/server.go} in etcd 3.5.35, 3.6.16 and 3.7.3; {@code etcd --help} of 3.4.23 to
 * 3.7.3.
 */
public final class SettingDefaults {
  private static final String EXPERIMENTAL = "EXPERIMENTAL_";

  private static final Map<String, List<String>> VALUES =
      """
      AUTO_COMPACTION_MODE periodic
      BCRYPT_COST 10
      COMPACTION_BATCH_LIMIT 1000 0
      COMPACTION_SLEEP_INTERVAL 10ms 0
      COMPACT_HASH_CHECK_TIME 1m
      DOWNGRADE_CHECK_TIME 5s
      ELECTION_TIMEOUT 1000
      ENABLE_GRPC_GATEWAY true
      GRPC_KEEPALIVE_INTERVAL 2h
      GRPC_KEEPALIVE_MIN_TIME 5s
      GRPC_KEEPALIVE_TIMEOUT 20s
      HEARTBEAT_INTERVAL 100
      INITIAL_ELECTION_TICK_ADVANCE true
      LOG_LEVEL info
      MAX_CONCURRENT_STREAMS 4294967295
      MAX_LEARNERS 1
      MAX_REQUEST_BYTES 1572864
      MAX_SNAPSHOTS 5
      MAX_TXN_OPS 128
      MAX_WALS 5
      METRICS basic
      PRE_VOTE true
      RAFT_READ_TIMEOUT 5s
      RAFT_WRITE_TIMEOUT 5s
      SELF_SIGNED_CERT_VALIDITY 1
      SNAPSHOT_CATCHUP_ENTRIES 5000 0
      SNAPSHOT_COUNT 10000 0
      STRICT_RECONFIG_CHECK true
      TXN_MODE_WRITE_WITH_SHARED_BUFFER true
      WARNING_APPLY_DURATION 100ms
      WARNING_UNARY_REQUEST_DURATION 300ms
      WATCH_PROGRESS_NOTIFY_INTERVAL 10m 0
      """
          .lines()
          .map(line -> Arrays.asList(line.split(" ")))
          .collect(
              Collectors.toUnmodifiableMap(List::getFirst, line -> line.subList(1, line.size())));

  private SettingDefaults() {}

  /**
   * Returns whether a value is the one that etcd takes where the setting is not written down. Empty
   * text always is, because etcd skips a variable without a value.
   *
   * @param name of etcd's variable: {@code ETCD_MAX_WALS}
   * @param version the etcd that takes it; empty: the newest
   */
  public static boolean isDefault(String name, String value, Optional<EtcdVersion> version) {
    String own = name.substring("ETCD_".length());
    String plain = own.startsWith(EXPERIMENTAL) ? own.substring(EXPERIMENTAL.length()) : own;
    Optional<List<String>> listed =
        Optional.ofNullable(VALUES.get(plain)).map(now -> before(plain, version).orElse(now));
    String said = value.equals("0s") ? "0" : value;
    return said.isEmpty()
        || listed
            .map(values -> values.contains(SettingValue.plain(said)) || values.contains(said))
            .orElseGet(() -> !SettingValue.isOn(said));
  }

  /** The values of an earlier etcd; empty where they are those of the newest. */
  private static Optional<List<String>> before(String name, Optional<EtcdVersion> version) {
    return switch (name) {
      case "PRE_VOTE" ->
          version.filter(of -> of.isBefore(new EtcdVersion(3, 5, 0))).map(any -> List.of("false"));
      case "SNAPSHOT_COUNT" ->
          version
              .filter(of -> of.isBefore(new EtcdVersion(3, 6, 0)))
              .map(any -> List.of("100000", "0"));
      default -> Optional.empty();
    };
  }
}
