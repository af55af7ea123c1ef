package io.quorate.etcd;

/** What a call does to a cluster. */
enum Kind {
  /** Answered by the member alone, with or without quorum. */
  LOCAL_READ,
  /** Answered only with quorum. */
  QUORUM_READ,
  /** A membership change. */
  CHANGE,
  /** A change through quorum of anything else: leader, alarms, compaction, downgrade. */
  UPKEEP,
  /** A change that the member makes alone, with or without quorum: defragmentation. */
  LOCAL_UPKEEP;

  boolean changes() {
    return switch (this) {
      case LOCAL_READ, QUORUM_READ -> false;
      case CHANGE, UPKEEP, LOCAL_UPKEEP -> true;
    };
  }

  /**
   * Whether etcd is asked to say "no leader" at once, before it does anything, instead of letting
   * the call time out (etcd's v3rpc/interceptor.go). For a change that makes a sure no of what
   * would be an unknown outcome.
   */
  boolean needsLeader() {
    return switch (this) {
      case LOCAL_READ, LOCAL_UPKEEP -> false;
      case QUORUM_READ, CHANGE, UPKEEP -> true;
    };
  }

  /** What is known when the call was sent and no answer can be made out. */
  Ending withoutAnswer() {
    return changes() ? Ending.UNKNOWN : Ending.TRANSIENT;
  }

  /** What shows whether a change of this kind happened. */
  String readBack() {
    return this == CHANGE ? "read the member list back" : "look at all members again";
  }
}
