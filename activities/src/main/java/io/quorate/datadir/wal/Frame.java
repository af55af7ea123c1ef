package io.quorate.datadir.wal;

/** Content at a position of a segment. */
sealed interface Frame {
  /**
   * A record.
   *
   * @param end where the next one begins
   */
  record Whole(WalRecord record, long end) implements Frame {}

  /** Nothing more: the end of the file, or the space that etcd laid out ahead. */
  record Nothing() implements Frame {}

  /**
   * A frame that goes beyond the end of the file, or less than the head of one.
   *
   * @param length how long the record says it is, in bytes; 0 where not even that is there
   */
  record BeyondEnd(long length) implements Frame {}

  /** Bytes that are no record. */
  record Malformed(String why) implements Frame {}
}
