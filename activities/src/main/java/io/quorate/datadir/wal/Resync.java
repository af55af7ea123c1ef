package io.quorate.datadir.wal;

import io.quorate.datadir.raft.Entry;
import io.quorate.datadir.raft.HardState;
import io.quorate.datadir.raft.MalformedMessageException;
import java.io.IOException;

/**
 * Looks for records behind damage. Each record holds the running checksum after it, so a record
 * whose successor has the sum that follows from it is genuine; chance alone does that once in four
 * thousand million. Frames begin at multiples of 8 bytes.
 */
final class Resync {
  private static final int ALIGNMENT = 8;

  /**
   * Bytes that are looked at before the search is given up: eight times a segment. Data that is no
   * log does not come near it; content made for it would take hours.
   */
  private static final long MOST_BYTES = 512_000_000;

  private final SegmentBytes bytes;
  private final long limit;
  private long records;
  private long firstIndex;
  private long lastIndex;
  private boolean stateSeen;
  private boolean laterSave;

  private Resync(SegmentBytes bytes) {
    this.bytes = bytes;
    this.limit = bytes.handled() + MOST_BYTES;
  }

  /** Counts the genuine records after the position. */
  static TrailingBytes behind(SegmentBytes bytes, long position) throws IOException {
    var resync = new Resync(bytes);
    resync.search(position / ALIGNMENT * ALIGNMENT + ALIGNMENT);
    return new TrailingBytes(
        resync.records, resync.firstIndex, resync.lastIndex, resync.laterSave, !resync.givesUp());
  }

  private void search(long from) throws IOException {
    long at = from;
    while (at < bytes.size() && !givesUp()) {
      at = bytes.firstNotZero(at) / ALIGNMENT * ALIGNMENT;
      if (at >= bytes.size()) {
        return;
      }
      long end = chainFrom(at);
      at = end > at ? end : at + ALIGNMENT;
    }
  }

  private boolean givesUp() {
    return bytes.handled() > limit;
  }

  /** Follows the chain that begins there; returns its end, or the position where there is none. */
  private long chainFrom(long position) throws IOException {
    if (!(genuine(position) instanceof Frame.Whole first)
        || !(genuine(first.end()) instanceof Frame.Whole second)
        || !follows(first.record(), second.record())) {
      return position;
    }
    count(first.record());
    Frame.Whole present = second;
    while (true) {
      count(present.record());
      if (!(genuine(present.end()) instanceof Frame.Whole next)
          || !follows(present.record(), next.record())) {
        return present.end();
      }
      present = next;
    }
  }

  private Frame genuine(long position) throws IOException {
    if (!bytes.mayBeRecord(position)) {
      return new Frame.Nothing();
    }
    Frame frame = bytes.at(position);
    return frame instanceof Frame.Whole whole && whole.end() % ALIGNMENT == 0
        ? frame
        : new Frame.Nothing();
  }

  private static boolean follows(WalRecord one, WalRecord next) {
    if (next.type() == WalRecord.CRC) {
      return next.crc() == one.crc();
    }
    RunningCrc sum = RunningCrc.from(one.crc());
    next.addTo(sum);
    return sum.value() == next.crc();
  }

  /**
   * Counts a genuine record. etcd writes a save as entries and then at most one hard state ({@code
   * wal.Save}); the mark of a raft snapshot is a save by itself. The next save begins only when the
   * save before is on the disk.
   */
  private void count(WalRecord record) {
    records++;
    laterSave |= stateSeen || record.type() == WalRecord.SNAPSHOT;
    if (record.type() == WalRecord.STATE) {
      stateSeen = true;
      laterSave |= commitsWhatIsDamaged(record);
    }
    if (record.type() != WalRecord.ENTRY) {
      return;
    }
    try {
      long index = Entry.read(record.content()).index();
      firstIndex = firstIndex == 0 ? index : Math.min(firstIndex, index);
      lastIndex = Math.max(lastIndex, index);
    } catch (MalformedMessageException e) {
      // A genuine record that holds no entry still counts as one; its index stays unknown.
      laterSave = true;
    }
  }

  /** Whether the entry before the first one that is left was decided, as far as is known. */
  private boolean commitsWhatIsDamaged(WalRecord state) {
    try {
      long commit = HardState.read(state.content()).commit();
      return firstIndex == 0 || Long.compareUnsigned(commit, firstIndex - 1) >= 0;
    } catch (MalformedMessageException e) {
      return true;
    }
  }
}
