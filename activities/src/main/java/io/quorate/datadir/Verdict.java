package io.quorate.datadir;

/** What a data directory is good for; the first that applies. */
public enum Verdict {
  /** The disk or the connection answers with errors. Another try may read the directory. */
  UNREADABLE,
  /** A link or a permission forbids to read the directory until a person changes this. */
  FORBIDDEN,
  /** A process uses it: what was read is the best that can be had while it runs. */
  LIVE,
  /** There is no log, no database and no raft snapshot. */
  EMPTY,
  /** A database without a log: of a dedicated WAL directory that was not given, or lost. */
  DB_ONLY,
  /** It is another member's, or of another cluster. */
  WRONG_IDENTITY,
  /** The member was removed, says its own data. */
  REMOVED,
  /** The database is of another cluster, or of another history, than the log. */
  FOREIGN_DB,
  /** The log cannot be read to its end; etcd mostly refuses. */
  WAL_DAMAGED,
  /** etcd would cut the log where it is damaged, and throw away entries that are behind it. */
  CUT_SILENTLY,
  /** The database is further than the log: etcd starts, and never applies what it acknowledges. */
  ZOMBIE,
  /** The database cannot be read. */
  DB_DAMAGED,
  /** etcd would delete a received snapshot that is its only database. */
  DESTROYS,
  /** The database is older than the log reaches back. */
  DB_TOO_OLD,
  /** It is whole, and the etcd that would be started panics on requests that an older one wrote. */
  NEEDS_OLDER,
  /** It is whole, and its cluster is of a newer version than the etcd that would be started. */
  NEEDS_NEWER,
  /** A received snapshot is there that takes the database's place at the start. */
  REPLACES_DB,
  /** There is no database, and the log reaches back to its beginning: all is applied again. */
  REBUILD,
  /** The end of the log was never written whole; etcd cuts it, and nothing acknowledged is lost. */
  OK_REPAIR,
  /** It is whole. */
  OK;

  /**
   * Whether the data is known to be damaged, so that nobody may be started on it whoever it belongs
   * to. A quick reading may overlook damage and never invents it.
   */
  public boolean isDamage() {
    return switch (this) {
      case DB_ONLY,
          FOREIGN_DB,
          WAL_DAMAGED,
          CUT_SILENTLY,
          ZOMBIE,
          DB_DAMAGED,
          DESTROYS,
          DB_TOO_OLD ->
          true;
      case UNREADABLE,
          FORBIDDEN,
          LIVE,
          EMPTY,
          WRONG_IDENTITY,
          REMOVED,
          NEEDS_OLDER,
          NEEDS_NEWER,
          REPLACES_DB,
          REBUILD,
          OK_REPAIR,
          OK ->
          false;
    };
  }

  /** Whether another release of etcd starts on it, and not the one that would be started. */
  public boolean wantsAnotherRelease() {
    return this == NEEDS_OLDER || this == NEEDS_NEWER;
  }

  /**
   * Whether a member may be started on what was read: etcd serves, and on the data that its log
   * says. Callers ask {@link DirectoryReading#mayStart}, and never whether it is {@link #OK}.
   */
  boolean mayStart() {
    return switch (this) {
      case OK, OK_REPAIR, REBUILD, REPLACES_DB -> true;
      case UNREADABLE,
          FORBIDDEN,
          LIVE,
          EMPTY,
          DB_ONLY,
          WRONG_IDENTITY,
          REMOVED,
          FOREIGN_DB,
          WAL_DAMAGED,
          CUT_SILENTLY,
          ZOMBIE,
          DB_DAMAGED,
          DESTROYS,
          DB_TOO_OLD,
          NEEDS_OLDER,
          NEEDS_NEWER ->
          false;
    };
  }
}
