package io.quorate.datadir;

/** How much of a data directory is read. */
public enum Depth {
  /** The last segment of the log and a dozen pages of the database: who and how far. */
  QUICK,
  /** The whole log, and every page of the database. */
  FULL
}
