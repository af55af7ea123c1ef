package io.quorate.datadir.wal;

import java.io.IOException;
import java.util.Optional;

/**
 * The first place of a log that is not as etcd writes it.
 *
 * @param position where the record begins, in bytes from the start of the segment
 * @param last whether it is in the last segment, the only one that etcd repairs
 * @param claimed how long a record says it is that goes beyond the end, in bytes; else 0
 * @param behind what can be read behind it, where that was looked for
 */
public record Damage(
    Kind kind,
    String segment,
    long position,
    boolean last,
    long claimed,
    Optional<TrailingBytes> behind,
    String sentence) {
  /** Kind of the damage, by etcd's reaction to the damage. */
  public enum Kind {
    /** A frame goes beyond the end of the file. */
    CUT,
    /** A record whose checksum is wrong, with a sector that was never written. */
    TORN,
    /** Zeros, and records behind them: etcd takes the zeros for the end. */
    HOLE,
    /** A record that cannot be parsed. */
    MALFORMED,
    /** The data of a record does not match the checksum of the record. */
    CHECKSUM,
    /** A segment that does not continue the one before. */
    CHAIN,
    /** A record of a kind that does not exist. */
    TYPE,
    /** Two segments that say they are of different members. */
    METADATA,
    /** An entry, state or snapshot mark that cannot be parsed although its checksum is right. */
    CONTENT
  }

  /**
   * Whether etcd cuts the log here, in the last segment, and starts: without a word where it takes
   * zeros for the end, with a line in its log otherwise.
   */
  public boolean cutByEtcd() {
    return last && (kind == Kind.CUT || kind == Kind.TORN || kind == Kind.HOLE);
  }

  /** Whether it was searched behind the damage, and nothing is there. */
  public boolean nothingBehind() {
    return behind.filter(TrailingBytes::nothing).isPresent();
  }

  /**
   * Whether the damage is in the last save, of which a power cut kept some pages from the disk.
   * etcd cuts that save off, and no client got an acknowledgement for it. Pages reach the disk in
   * any order, so genuine records of the same save can follow the damage.
   */
  public boolean isUnfinishedSave() {
    boolean pagesMissing = last && (kind == Kind.TORN || kind == Kind.HOLE);
    return nothingBehind()
        || pagesMissing
            && behind.filter(found -> found.searched() && !found.laterSave()).isPresent();
  }

  Damage searched(SegmentBytes bytes) throws IOException {
    TrailingBytes found = Resync.behind(bytes, position);
    return new Damage(kind, segment, position, last, claimed, Optional.of(found), sentence);
  }
}
