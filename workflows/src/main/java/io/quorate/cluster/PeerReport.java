package io.quorate.cluster;

import java.util.Set;

/**
 * What one live member says of its raft connections ({@code etcd_network_active_peers}).
 *
 * @param active the members it exchanges raft messages with
 * @param applyingSnapshot whether it applies a raft snapshot at this moment
 */
public record PeerReport(Set<MemberId> active, boolean applyingSnapshot) {
  public PeerReport {
    active = Set.copyOf(active);
  }
}
