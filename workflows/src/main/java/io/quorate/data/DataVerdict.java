package io.quorate.data;

/**
 * Verdict about the use of a member's data (docs/etcd.md#data-directories). The reader of data
 * directories gives the first verdict that applies; {@link #REPORTED} and {@link #OUTDATED} come
 * from etcd's log and from the cluster record.
 */
public enum DataVerdict {
  /** The disk or the connection answers with errors. Another try may read the directory. */
  UNREADABLE(Meaning.UNFIT),
  /** A link or a permission forbids to read the directory until a person changes this. */
  FORBIDDEN(Meaning.UNFIT),
  /** A process uses it: what was read is the best that can be had while it runs. */
  LIVE(Meaning.UNFIT),
  /** There is no log, no database and no raft snapshot. */
  EMPTY(Meaning.UNFIT),
  /** A database without a log: of a dedicated WAL directory that was not given, or lost. */
  DB_ONLY(Meaning.DAMAGED_LOG),
  /** The data is another member's, or of another cluster. */
  WRONG_IDENTITY(Meaning.UNFIT),
  /** The member was removed, says its own data. */
  REMOVED(Meaning.UNFIT),
  /** The database is of another cluster, or of another history, than the log. */
  FOREIGN_DB(Meaning.DAMAGED),
  /** The log cannot be read to its end; etcd mostly refuses. */
  WAL_DAMAGED(Meaning.DAMAGED_LOG),
  /** etcd would cut the log where it is damaged, and throw away entries that are behind it. */
  CUT_SILENTLY(Meaning.DAMAGED_LOG),
  /** The database is further than the log: etcd starts, and never applies what it acknowledges. */
  ZOMBIE(Meaning.DAMAGED_LOG),
  /** The database cannot be read. */
  DB_DAMAGED(Meaning.DAMAGED),
  /** etcd would delete a received snapshot that is its only database. */
  DESTROYS(Meaning.DAMAGED),
  /** The database is older than the log reaches back. */
  DB_TOO_OLD(Meaning.DAMAGED_LOG),
  /**
   * The data is whole, but the etcd that would be started panics on requests that an older etcd
   * wrote.
   */
  NEEDS_OLDER(Meaning.ANOTHER_RELEASE),
  /**
   * The data is whole, but its cluster is of a newer version than the etcd that would be started.
   */
  NEEDS_NEWER(Meaning.ANOTHER_RELEASE),
  /** A received snapshot is there that takes the database's place at the start. */
  REPLACES_DB(Meaning.WHOLE),
  /** There is no database, and the log reaches back to its beginning: all is applied again. */
  REBUILD(Meaning.WHOLE),
  /** The end of the log was never written whole; etcd cuts it, and nothing acknowledged is lost. */
  OK_REPAIR(Meaning.WHOLE),
  /** The data is whole. */
  OK(Meaning.WHOLE),
  /** Etcd said in its own log that the data is lost or damaged (docs/etcd.md#start-gate). */
  REPORTED(Meaning.DAMAGED),
  /**
   * The data is an older copy: it ends before an entry that its member was seen to have committed.
   */
  OUTDATED(Meaning.DAMAGED);

  private enum Meaning {
    /** Etcd serves the data that its log says. */
    WHOLE,
    /** Another release of etcd serves it. */
    ANOTHER_RELEASE,
    /** Etcd must not start on it. */
    DAMAGED,
    /** Etcd must not start on it, and its database alone can be used. */
    DAMAGED_LOG,
    /** Etcd is not to be started on it as it is, and no damage is known. */
    UNFIT
  }

  private final Meaning meaning;

  DataVerdict(Meaning meaning) {
    this.meaning = meaning;
  }

  /**
   * Whether the data is known to be damaged, so that nobody may be started on it whoever it belongs
   * to. A quick reading may overlook damage and never invents it.
   */
  public boolean provesDamage() {
    return meaning == Meaning.DAMAGED || meaning == Meaning.DAMAGED_LOG;
  }

  /** Whether another release of etcd starts on it, and not the one that would be started. */
  public boolean wantsAnotherRelease() {
    return meaning == Meaning.ANOTHER_RELEASE;
  }

  /** Whether a member may be started on it: etcd serves, and on the data that its log says. */
  public boolean mayStart() {
    return meaning == Meaning.WHOLE;
  }

  /** Whether the database can be the source of a recovery though the log beside it cannot. */
  public boolean leavesItsDatabase() {
    return meaning == Meaning.DAMAGED_LOG;
  }
}
