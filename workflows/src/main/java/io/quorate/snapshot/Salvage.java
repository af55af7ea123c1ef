package io.quorate.snapshot;

import io.quorate.cluster.MemberId;
import io.quorate.data.DataPosition;
import java.util.Optional;

/**
 * Origin of a snapshot that was made without quorum, of the data of one member
 * (docs/etcd.md#salvage).
 *
 * @param member the member that owns the data; 0 for a {@linkplain #foreign foreign file}
 * @param term of the last entry that is in the snapshot; 0 where it is not known
 * @param index up to which the snapshot reaches
 * @param log the end of the log that it was made of, where the snapshot ends elsewhere; empty where
 *     it reaches just there
 */
public record Salvage(
    MemberId member, long term, long index, Way way, Trailer trailer, Optional<LogEnd> log) {
  /** The id in place of a member for a foreign file. etcd gives this id to no member. */
  private static final MemberId NOBODY = new MemberId(0);

  /** The last entry of a log; zeros where there was no log. */
  public record LogEnd(long term, long index) {
    /** Whether this data ends here; the term counts where it is known. */
    boolean isThatOf(DataPosition far) {
      return index == far.lastIndex() && (term == 0 || term == far.lastTerm());
    }
  }

  /** How the snapshot was made. */
  public enum Way {
    /** A member on a copy of the data was forced to be a cluster by itself, and gave it. */
    FORCED_COPY,
    /** The salvage is a copy of the database file; the log could not be used. */
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

  /** A snapshot that reaches to the end of what it was made of. */
  public Salvage(MemberId member, long term, long index, Way way, Trailer trailer) {
    this(member, term, index, way, trailer, Optional.empty());
  }

  /**
   * Returns the origin of a file that somebody else put among the snapshots: a copy of a database,
   * or a snapshot. Nobody knows where the file comes from, so the file has no member and no
   * history.
   *
   * @param term the term of the last entry in the file, as the pages say; 0 where the pages do not
   *     say
   */
  public static Salvage foreign(long term, long index, Trailer trailer) {
    return new Salvage(NOBODY, term, index, Way.DATABASE_FILE, trailer);
  }

  /** Returns whether somebody else put the file among the snapshots. */
  public boolean isForeign() {
    return member.equals(NOBODY);
  }

  /** Origin of this snapshot with the member and the end of the log that it was made of. */
  public Salvage madeOf(MemberId owner, DataPosition far) {
    LogEnd end = new LogEnd(far.lastTerm(), far.lastIndex());
    return new Salvage(
        owner, term, index, way, trailer, Optional.of(end).filter(it -> !it.equals(reached())));
  }

  private LogEnd reached() {
    return new LogEnd(term, index);
  }

  /** Whether it was made of this member's data as it is now. */
  public boolean isOf(MemberId owner, DataPosition far) {
    return member.equals(owner)
        && (far.lastIndex() == 0
            ? index == far.known()
            : log.orElseGet(this::reached).isThatOf(far));
  }

  /** Whether all of this member's log, as it is now, is in it. */
  public boolean isAllOf(MemberId owner, DataPosition far) {
    return way == Way.FORCED_COPY && isOf(owner, far) && leftOut() == 0;
  }

  /** The end of the log that it was made of, where that is beyond what it reaches. */
  public Optional<Long> beyond() {
    return log.map(LogEnd::index).filter(end -> Long.compareUnsigned(end, index) > 0);
  }

  /** Returns the raft index up to which the data reached from which the snapshot was made. */
  public long endOfData() {
    return beyond().orElse(index);
  }

  /**
   * How many entries of the log are not in the snapshot, because nobody knows whether they were
   * decided; 0 where the log could not be used at all.
   */
  public long leftOut() {
    return way == Way.FORCED_COPY ? log.map(end -> Math.max(0, end.index() - index)).orElse(0L) : 0;
  }
}
