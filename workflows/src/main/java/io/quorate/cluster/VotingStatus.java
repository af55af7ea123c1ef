package io.quorate.cluster;

/** Status of a member in the membership; a learner does not count towards quorum. */
public enum VotingStatus {
  VOTER,
  LEARNER,
  /** The member is configured, but not in the membership. */
  UNLISTED
}
