package io.quorate.cluster;

/** What the other members see of a member ({@code etcd_network_active_peers}). */
public enum PeerActivity {
  /** At least one live member exchanges raft messages with it: it is up. */
  ACTIVE,
  /**
   * Their connections to it stand, and the leader receives nothing from it while it receives from
   * others: it does nothing (docs/etcd.md#hung-members).
   */
  STALLED,
  /** Every live member was asked, and none exchanges raft messages with it. */
  INACTIVE,
  /** No member could be asked, or not every live member answered: never a proof of death. */
  UNKNOWN
}
