package io.quorate.cluster;

/** How far the member list can be trusted (docs/etcd.md#seen-from-one-place, #n-27). */
public enum MembershipSource {
  /** Confirmed by quorum: the only list a membership change may rest on. */
  LINEARIZABLE,
  /** One member's own list, possibly stale for ever: good for finding addresses only. */
  LOCAL,
  /** No member gave a list. */
  NONE
}
