package io.quorate.cluster;

/** What the membership says of a member; a learner does not count towards quorum. */
public enum VotingStatus {
  VOTER,
  LEARNER,
  /** Configured, but not in the membership. */
  UNLISTED
}
