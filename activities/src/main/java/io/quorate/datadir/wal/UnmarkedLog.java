package io.quorate.datadir.wal;

import io.quorate.datadir.file.LocalFile;
import io.quorate.datadir.file.NamelessFile;
import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.datadir.raft.MalformedMessageException;
import io.quorate.datadir.raft.SnapshotMark;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.util.List;

/**
 * Takes the marks of raft snapshots with a higher index than the given one out of a log. The
 * checksum of a record covers all records before it, so every record after the first removed mark
 * gets a new checksum. The content of these records stays the same. The new end of a segment is
 * written to a scratch file of this machine first. The end is too large for the heap of a small
 * worker, and the sink overwrites the segment that the end is made from.
 */
public final class UnmarkedLog {
  /**
   * The largest accepted segment in bytes. etcd writes all entries that it has at one moment before
   * it begins a new segment, so a segment can be larger than the 64 MB that etcd lays out.
   */
  private static final long LARGEST_SEGMENT = 4L << 30;

  private static final int BUFFER = 64 * 1024;

  private final long index;
  private final Sink sink;
  private int before;
  private boolean changed;
  private RunningCrc sum = RunningCrc.from(0);

  private UnmarkedLog(long index, Sink sink) {
    this.index = index;
    this.sink = sink;
  }

  /** A log whose marks cannot be taken out. Another try would fail too. */
  public static final class Unfit extends Exception {
    private static final long serialVersionUID = 1;

    Unfit(String why, Throwable cause) {
      super(why, cause);
    }

    Unfit(String why) {
      super(why);
    }
  }

  /** Receives the new ends of the segments that change. */
  public interface Sink {
    /**
     * Receives the new end of a segment.
     *
     * @param position where the new end begins, in bytes; the bytes before it stay the same
     * @param end the new bytes from {@code position} on, which the caller closes; zeros fill the
     *     rest of the segment
     * @param size the present size of the segment in bytes
     */
    void take(String segment, long position, ReadOnlyFile end, long size) throws IOException;
  }

  /**
   * Reads the log, and gives the new end of each changed segment to the sink. Only one end exists
   * at a time.
   *
   * @throws Unfit where a segment is not accepted, also after earlier segments were changed
   * @param segments the segments of the log, in their order
   * @param index the last raft index whose mark stays
   */
  public static void of(ReadOnlyDirectory folder, List<SegmentName> segments, long index, Sink sink)
      throws IOException, Unfit {
    var log = new UnmarkedLog(index, sink);
    for (SegmentName segment : segments) {
      log.segment(folder, segment.name());
    }
  }

  private void segment(ReadOnlyDirectory folder, String name) throws IOException, Unfit {
    try (FileChannel end = scratchFile()) {
      long position = 0;
      long size;
      try (ReadOnlyFile file = folder.open(name)) {
        var bytes = new SegmentBytes(file);
        size = bytes.size();
        requireSegment(name, size);
        var into = new BufferedOutputStream(Channels.newOutputStream(end), BUFFER);
        long at = 0;
        while (bytes.at(at) instanceof Frame.Whole whole
            && NextRecord.continues(before, whole.record())) {
          position = changed ? position : at;
          take(whole.record(), into);
          at = whole.end();
        }
        into.flush();
      }
      if (changed) {
        sink.take(name, position, new LocalFile(end), size);
      }
    }
  }

  private static FileChannel scratchFile() throws IOException {
    try {
      return NamelessFile.in(NamelessFile.usualFolder());
    } catch (IOException e) {
      throw new IOException(
          "Quorate cannot write in %s of its machine; make it writable, or set TMPDIR of the worker"
              .formatted(NamelessFile.usualFolder()),
          e);
    }
  }

  /** Lack of room says nothing against the log, so another try is worth it. */
  private static void requireSegment(String name, long size) throws IOException, Unfit {
    if (size > LARGEST_SEGMENT) {
      throw new Unfit(
          "%s has %d bytes, and etcd makes no segment of that size".formatted(name, size));
    }
    if (!NamelessFile.hasRoomFor(NamelessFile.usualFolder(), size)) {
      throw new IOException(
          "%s of Quorate's machine has no room for the %d bytes of %s; make room, or set TMPDIR of the worker"
              .formatted(NamelessFile.usualFolder(), size, name));
    }
  }

  private void take(WalRecord record, OutputStream into) throws IOException, Unfit {
    if (isLeftOut(record)) {
      sum = changed ? sum : RunningCrc.from(before);
      changed = true;
    } else if (changed) {
      record.addTo(sum);
      into.write(NextRecord.framed((int) record.type(), sum.value(), record.content()));
    }
    before = record.crc();
  }

  private boolean isLeftOut(WalRecord record) throws Unfit {
    try {
      return record.type() == WalRecord.SNAPSHOT
          && Long.compareUnsigned(SnapshotMark.read(record.content()).at().index(), index) > 0;
    } catch (MalformedMessageException e) {
      throw new Unfit("a mark of a raft snapshot cannot be read", e);
    }
  }
}
