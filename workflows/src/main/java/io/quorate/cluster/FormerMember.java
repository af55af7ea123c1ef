package io.quorate.cluster;

/**
 * The member whose data of this cluster's history lies at a place where a member is to begin empty.
 * Acknowledged writes may be in that data alone.
 *
 * @param owner as the data says, which never moves
 * @param far who it was and how far, in words: the record of that goes on, and may be out of reach
 */
public record FormerMember(DataOwner owner, String far) {}
