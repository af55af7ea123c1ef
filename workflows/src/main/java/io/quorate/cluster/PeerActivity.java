package io.quorate.cluster;

/** Activity of a member as the other members report it ({@code etcd_network_active_peers}). */
public enum PeerActivity {
  /** At least one live member exchanges raft messages with it: it is up. */
  ACTIVE,
  /**
   * The peers' connections to the member stand, but the leader receives nothing from the member
   * while it receives from others: the member does nothing (docs/etcd.md#hung-members).
   */
  STALLED,
  /** Every live member was asked, and none exchanges raft messages with it. */
  INACTIVE,
  /** No member could be asked, or not every live member answered: never a proof of death. */
  UNKNOWN
}
