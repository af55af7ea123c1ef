package io.quorate.supervisor;

import java.util.Set;

/**
 * Keys of etcd's YAML file that have a flag of the same name, in etcd 3.4 to 3.7. The keys are tags
 * of {@code Config} and {@code configJSON} in etcd's {@code embed/config.go}, and of {@code
 * configProxy} and {@code configFlags} in {@code etcdmain/config.go}. A tag is listed where one of
 * these two files defines a flag of its name. etcd ignores keys that it does not know.
 */
final class YamlKeys {
  private static final Set<String> ALL =
      Set.of(
          """
          advertise-client-urls auth-token auth-token-ttl auto-compaction-mode
          auto-compaction-retention backend-batch-interval backend-batch-limit
          backend-bbolt-freelist-type bcrypt-cost bootstrap-defrag-threshold-megabytes
          cipher-suites compact-hash-check-time compaction-batch-limit compaction-sleep-interval
          corrupt-check-time cors data-dir debug discovery discovery-fallback discovery-proxy
          discovery-srv discovery-srv-name distributed-tracing-address
          distributed-tracing-instance-id distributed-tracing-sampling-rate
          distributed-tracing-service-name downgrade-check-time election-timeout
          enable-distributed-tracing enable-grpc-gateway enable-log-rotation enable-pprof
          enable-v2 experimental-backend-bbolt-freelist-type
          experimental-bootstrap-defrag-threshold-megabytes
          experimental-compact-hash-check-enabled experimental-compact-hash-check-time
          experimental-compaction-batch-limit experimental-compaction-sleep-interval
          experimental-corrupt-check-time experimental-distributed-tracing-address
          experimental-distributed-tracing-instance-id
          experimental-distributed-tracing-sampling-rate
          experimental-distributed-tracing-service-name experimental-downgrade-check-time
          experimental-enable-distributed-tracing experimental-enable-lease-checkpoint
          experimental-enable-lease-checkpoint-persist experimental-enable-v2v3
          experimental-initial-corrupt-check experimental-memory-mlock
          experimental-peer-skip-client-san-verification
          experimental-stop-grpc-service-on-defrag
          experimental-txn-mode-write-with-shared-buffer experimental-warning-apply-duration
          experimental-warning-unary-request-duration
          experimental-watch-progress-notify-interval feature-gates force-new-cluster
          grpc-keepalive-interval grpc-keepalive-min-time grpc-keepalive-timeout
          heartbeat-interval host-whitelist initial-advertise-peer-urls initial-cluster
          initial-cluster-state initial-cluster-token initial-election-tick-advance
          listen-client-http-urls listen-client-urls listen-metrics-urls listen-peer-urls
          log-format log-level log-output log-outputs log-package-levels
          log-rotation-config-json logger max-concurrent-streams max-learners max-request-bytes
          max-snapshots max-txn-ops max-wals memory-mlock metrics name
          next-cluster-version-compatible pre-vote proxy proxy-dial-timeout proxy-failure-wait
          proxy-read-timeout proxy-refresh-interval proxy-write-timeout quota-backend-bytes
          self-signed-cert-validity snapshot-catchup-entries snapshot-count
          strict-reconfig-check tls-max-version tls-min-version unsafe-no-fsync v2-deprecation
          wal-dir warning-apply-duration warning-unary-request-duration
          watch-progress-notify-interval
          """
              .split("\\s+"));

  private YamlKeys() {}

  /** Returns whether etcd has a flag of the same name as this key. */
  static boolean has(String key) {
    return ALL.contains(key);
  }
}
