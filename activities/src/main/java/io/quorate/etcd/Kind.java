package io.quorate.etcd;

/** Kinds of calls, by what a call does to a cluster and whether it needs quorum. */
enum Kind {
  /** A read that the member answers alone, with or without quorum. */
  LOCAL_READ,
  /** A read that is answered only with quorum. */
  QUORUM_READ,
  /** A membership change. */
  CHANGE,
  /**
   * A change other than of the membership that goes through quorum: leader, alarms, compaction,
   * downgrade.
   */
  MAINTENANCE,
  /** A change that the member makes alone, with or without quorum: defragmentation. */
  LOCAL_MAINTENANCE;

  boolean changes() {
    return switch (this) {
      case LOCAL_READ, QUORUM_READ -> false;
      case CHANGE, MAINTENANCE, LOCAL_MAINTENANCE -> true;
    };
  }

  /**
   * Whether the call asks etcd to say "no leader" at once, before it does anything, instead of
   * timing out (etcd's v3rpc/interceptor.go). A change that was answered "no leader" was not made;
   * after a time-out its outcome would be unknown.
   */
  boolean needsLeader() {
    return switch (this) {
      case LOCAL_READ, LOCAL_MAINTENANCE -> false;
      case QUORUM_READ, CHANGE, MAINTENANCE -> true;
    };
  }

  /** The class of failure for a call that was sent and whose outcome the answer does not tell. */
  ErrorClass withoutAnswer() {
    return changes() ? ErrorClass.UNKNOWN : ErrorClass.TRANSIENT;
  }

  /** How a person finds out whether a change of this kind happened. */
  String readBack() {
    return this == CHANGE ? "read the member list back" : "look at all members again";
  }
}
