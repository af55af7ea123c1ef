package io.quorate.places;

/** Rank of an operation in the queue for a place, the most urgent first. */
public enum PlaceRank {
  /**
   * The operation has changed its cluster already. A half-done change is a risk of its own, so the
   * operation waits for nobody.
   */
  BEGUN,
  /** Quorum is lost. */
  QUORUM_LOST,
  /** Quorum holds, and the next loss ends it. */
  MARGIN_ZERO,
  /** Something is wrong, and quorum survives one more loss. */
  BELOW_FULL,
  /** Nothing is wrong. */
  PLANNED
}
