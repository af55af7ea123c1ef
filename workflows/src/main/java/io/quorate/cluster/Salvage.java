package io.quorate.cluster;

/**
 * Origin of a snapshot that was made without quorum, of the data of one member
 * (docs/etcd.md#salvage).
 *
 * @param member the member that the data is of; 0 where only its database was left, which does not
 *     say so
 * @param term of the last entry in its log; 0 where there was none, or it is not known
 * @param index of the last entry in its log, or up to which its database was applied
 */
public record Salvage(MemberId member, long term, long index, Way way, Trailer trailer) {
  /** How the snapshot was made. */
  public enum Way {
    /** A member on a copy of the data was forced to be a cluster by itself, and gave it. */
    FORCED_COPY,
    /** It is a copy of the database file; the log could not be used. */
    DATABASE_FILE,
    /**
     * The member gave it while it ran without quorum: all that it knew to be committed, which may
     * be less than its log has.
     */
    SERVED
  }

  /** Whether the file ends with etcd's own SHA-256 of it, which a restore checks. */
  public enum Trailer {
    PRESENT,
    /** A restore has to be told not to look for one: {@code --skip-hash-check}. */
    MISSING
  }
}
