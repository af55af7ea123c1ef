package io.quorate.cluster;

/** How much a look includes. */
public enum ObservationDepth {
  /** Members and their peers, and the hosts of members that do not answer. */
  ANSWERS,
  /** Look at the members, their peers and their hosts. */
  USUAL,
  /**
   * The usual depth, and the snapshots that the cluster could be restored from. Where quorum is
   * lost, all data of the voters that do not run is read, once: people are asked about what a start
   * or a restore rests on, and a look at a part of it can overlook damage.
   */
  SOURCES,
  /** The sources, with what earlier readings of all data found, and no such reading. */
  KNOWN_SOURCES,
  /**
   * The usual depth, and what is known of a restore and of what came after it: the data that was
   * set aside, all of it read, and how many changes Quorate itself made.
   */
  AFTERMATH,
  /** The aftermath, with what earlier readings of all that data found, and no such reading. */
  KNOWN_AFTERMATH,
  /**
   * The usual depth, and the hash of all keys of every voter, which reads their whole databases
   * twice.
   */
  COMPARING_DATA;

  /** Returns this depth without what can take minutes: a comparison or a reading of all data. */
  public ObservationDepth quick() {
    return switch (this) {
      case COMPARING_DATA -> USUAL;
      case SOURCES -> KNOWN_SOURCES;
      case AFTERMATH -> KNOWN_AFTERMATH;
      case ANSWERS, USUAL, KNOWN_SOURCES, KNOWN_AFTERMATH -> this;
    };
  }
}
