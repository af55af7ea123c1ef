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
 * A log as it would be without the marks of raft snapshots behind an index. Each record holds the
 * checksum of all before it, so every record behind the first of these marks gets another one. The
 * content of the records stays as it is. The new end of a segment is in a file of this machine
 * meanwhile: it would fill the heap of a small worker, and whoever takes it writes over what it is
 * made of.
 */
public final class UnmarkedLog {
  /** Larger ones are refused: etcd begins another segment after the record that fills one. */
  private static final long LARGEST_SEGMENT =
      LogReader.SEGMENT_BYTES + 2L * SegmentBytes.LARGEST_RECORD;

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

  /** Takes the end of a segment that changes. */
  public interface Sink {
    /**
     * The end of a segment.
     *
     * @param position where it begins; all before it stays as it is
     * @param end what the segment has from there on, closed by who gives it; only zeros follow
     * @param size the size of the segment so far, in bytes
     */
    void take(String segment, long position, ReadOnlyFile end, long size) throws IOException;
  }

  /**
   * Goes through a log and gives the end of each segment that changes, of at most one segment at a
   * time.
   *
   * @param segments of the log, in their order
   * @param index the last index of which a mark stays
   */
  public static void of(ReadOnlyDirectory folder, List<SegmentName> segments, long index, Sink sink)
      throws IOException {
    var log = new UnmarkedLog(index, sink);
    for (SegmentName segment : segments) {
      log.segment(folder, segment.name());
    }
  }

  private void segment(ReadOnlyDirectory folder, String name) throws IOException {
    try (FileChannel end = NamelessFile.in(NamelessFile.usualFolder())) {
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

  private static void requireSegment(String name, long size) throws IOException {
    if (size > LARGEST_SEGMENT) {
      throw new IOException(
          "%s has %d bytes, and etcd makes no segment of that size".formatted(name, size));
    }
  }

  private void take(WalRecord record, OutputStream into) throws IOException {
    if (isLeftOut(record)) {
      sum = changed ? sum : RunningCrc.from(before);
      changed = true;
    } else if (changed) {
      record.addTo(sum);
      into.write(NextRecord.framed((int) record.type(), sum.value(), record.content()));
    }
    before = record.crc();
  }

  private boolean isLeftOut(WalRecord record) throws IOException {
    try {
      return record.type() == WalRecord.SNAPSHOT
          && Long.compareUnsigned(SnapshotMark.read(record.content()).at().index(), index) > 0;
    } catch (MalformedMessageException e) {
      throw new IOException("a mark of a raft snapshot cannot be read", e);
    }
  }
}
