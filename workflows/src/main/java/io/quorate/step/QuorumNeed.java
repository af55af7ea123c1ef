package io.quorate.step;

/** What a changing step needs of quorum; selects the rules that the guard applies. */
public enum QuorumNeed {
  /**
   * Quorum holds and confirms the membership, before the step and after it. Most steps need this.
   */
  WITH_QUORUM,
  /** The step can only bring votes back, so it may run while quorum waits for them. */
  RETURNS_VOTES,
  /** The step is for a cluster whose quorum is lost, and must not run once quorum is back. */
  WITHOUT_QUORUM,
  /**
   * The step ends a cluster on purpose, whether quorum holds or not: one that was restored and of
   * which nobody but Quorate changed a key, or one whose data people called wrong. Its own rules
   * say when.
   */
  ENDS_CLUSTER
}
