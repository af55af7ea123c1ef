package io.quorate.record;

import java.util.Optional;

/**
 * How an incarnation began, as far as Quorate knows.
 *
 * @param by who accepted it, or the operation that restored it or undid a restore; empty where
 *     nobody had to
 * @param because the reason that person gave, the snapshot that was restored, or the operation
 *     whose restore was undone
 */
public record Origin(Kind kind, Optional<String> by, Optional<String> because) {
  /** The incarnation was there when the record began. */
  public static final Origin FOUND = new Origin(Kind.FOUND, Optional.empty(), Optional.empty());

  /** The incarnation was read in the data of members, when no member answered any more. */
  public static final Origin READ = new Origin(Kind.READ, Optional.empty(), Optional.empty());

  /** Ways to begin; the names are in files, so none is ever renamed. */
  public enum Kind {
    /** The first history that was seen of this cluster. */
    FOUND,
    /** A person said that another history is this cluster's from now on. */
    ACCEPTED,
    /** Nobody answered any more, and the data of stopped members told it. */
    READ,
    /** Quorate restored a snapshot into a new cluster. */
    RESTORED,
    /** Quorate undid a restore: the history before it goes on. */
    UNDONE
  }

  /** The beginning of an incarnation that an operation restored, from what. */
  public static Origin restored(String operation, String from) {
    return new Origin(Kind.RESTORED, Optional.of(operation), Optional.of(from));
  }

  /** The beginning of a history that goes on because an operation undid the restore of another. */
  public static Origin undone(String operation, String restore) {
    return new Origin(Kind.UNDONE, Optional.of(operation), Optional.of(restore));
  }

  /** The beginning of an incarnation that a person confirmed. */
  public static Origin accepted(String by, String because) {
    return new Origin(Kind.ACCEPTED, Optional.of(by), Optional.of(because));
  }
}
