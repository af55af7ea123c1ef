package io.quorate.cluster;

/** How far the member list can be trusted (docs/etcd.md#seen-from-one-place, #n-27). */
public enum MembershipSource {
  /** Confirmed by quorum: the only list a membership change may rest on. */
  LINEARIZABLE,
  /** One member's own list, possibly stale for ever: good for finding addresses only. */
  LOCAL,
  /** The last list that quorum confirmed, as the record of the cluster has it; nobody gave one. */
  RECORDED,
  /** The list as the data of stopped members has it; nobody gave one, and none is recorded. */
  FILES,
  /** No member gave a list, and none is known. */
  NONE;

  /** Whether a member gave the list. */
  public boolean isAnswered() {
    return switch (this) {
      case LINEARIZABLE, LOCAL -> true;
      case RECORDED, FILES, NONE -> false;
    };
  }
}
