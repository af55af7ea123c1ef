package io.quorate.cluster;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Samples of one live member's metrics: raft connections ({@code etcd_network_active_peers}),
 * cluster version, quota and upkeep of the database.
 *
 * @param active the members it exchanges raft messages with
 * @param applyingSnapshot whether it applies a raft snapshot at this moment
 * @param clusterVersion the minor line it negotiated with the others, such as 3.6 ({@code
 *     etcd_cluster_version}, else {@code /version}); in the first seconds after a start an old one
 *     (docs/etcd.md#upgrades)
 * @param quota how large its database may grow ({@code etcd_server_quota_backend_bytes})
 * @param upkeep what was done to its database; empty when it is not reported
 * @param received the bytes it has received from each peer ({@code
 *     etcd_network_peer_received_bytes_total})
 */
public record MemberMetrics(
    Set<MemberId> active,
    boolean applyingSnapshot,
    Optional<String> clusterVersion,
    Quota quota,
    Optional<MaintenanceCounters> upkeep,
    Map<MemberId, Long> received) {
  public MemberMetrics {
    active = Set.copyOf(active);
    received = Map.copyOf(received);
  }

  /** Returns the metrics with a cluster version that was read elsewhere. */
  public MemberMetrics negotiated(Optional<String> line) {
    return new MemberMetrics(active, applyingSnapshot, line, quota, upkeep, received);
  }

  /** The bytes it has received from this peer; 0 for one that it never heard. */
  public long receivedFrom(MemberId peer) {
    return received.getOrDefault(peer, 0L);
  }
}
