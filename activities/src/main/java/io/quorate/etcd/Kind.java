package io.quorate.etcd;

/** What a call does to a cluster. */
enum Kind {
  /** Answered by the member alone, with or without quorum. */
  LOCAL_READ,
  /** Answered only with quorum. */
  QUORUM_READ,
  /** A membership change. */
  CHANGE;

  /**
   * Whether etcd is asked to say "no leader" at once, before it does anything, instead of letting
   * the call time out (etcd's v3rpc/interceptor.go). For a change that makes a sure no of what
   * would be an unknown outcome.
   */
  boolean needsLeader() {
    return this != LOCAL_READ;
  }

  /** What is known when the call was sent and no answer can be made out. */
  Ending withoutAnswer() {
    return this == CHANGE ? Ending.UNKNOWN : Ending.TRANSIENT;
  }
}
