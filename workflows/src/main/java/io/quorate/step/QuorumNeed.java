package io.quorate.step;

/** Need of a changing step for quorum, which selects the rules of the guard. */
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
   * The step ends a cluster on purpose, whether quorum holds or not. The cluster was restored and
   * nobody but Quorate changed a key of it, or people called its data wrong. The step's own rules
   * say when.
   */
  ENDS_CLUSTER,
  /**
   * The step changes neither etcd nor a member, only who controls the members on their platform. It
   * may run whatever the members answer.
   */
  NONE
}
