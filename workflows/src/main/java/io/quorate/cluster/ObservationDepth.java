package io.quorate.cluster;

/** How closely a cluster is looked at. */
public enum ObservationDepth {
  /** What members, their peers and their hosts say. */
  USUAL,
  /** And the hash of all keys of every voter: it reads their whole databases, twice. */
  COMPARING_DATA
}
