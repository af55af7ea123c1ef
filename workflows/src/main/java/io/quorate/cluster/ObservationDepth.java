package io.quorate.cluster;

/** How much a look includes. */
public enum ObservationDepth {
  /** Members and their peers, and the hosts of members that do not answer. */
  ANSWERS,
  /** Members, their peers and their hosts. */
  USUAL,
  /** The usual depth, and the snapshots that the cluster could be restored from. */
  SOURCES,
  /**
   * The usual depth, and what is known of a restore and of what came after it: the data that was
   * set aside, and how many changes Quorate itself made.
   */
  AFTERMATH,
  /**
   * The usual depth, and the hash of all keys of every voter, which reads their whole databases
   * twice.
   */
  COMPARING_DATA;

  /** Returns this depth, or the usual one where this one compares data, which can take minutes. */
  public ObservationDepth withoutComparison() {
    return this == COMPARING_DATA ? USUAL : this;
  }
}
