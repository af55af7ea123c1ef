package io.quorate.step;

/**
 * What a step that changes something needs of quorum; it chooses the rules that a guard applies.
 */
public enum QuorumNeed {
  /** Quorum holds, confirms the membership, and holds afterwards too. The rule. */
  WITH_QUORUM,
  /** It can only bring votes back, so it may run while quorum waits for them. */
  RETURNS_VOTES,
  /** It is for a cluster whose quorum is lost, and must not run once it is back. */
  WITHOUT_QUORUM
}
