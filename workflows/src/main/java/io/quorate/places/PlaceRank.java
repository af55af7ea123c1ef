package io.quorate.places;

/** Rank of an operation in the queue for a place, the most urgent first. */
public enum PlaceRank {
  QUORUM_LOST,
  /** Quorum holds, and the next loss ends it. */
  MARGIN_ZERO,
  /** Something is wrong, and quorum survives one more loss. */
  BELOW_FULL,
  /** Nothing is wrong. */
  PLANNED
}
