package io.quorate.datadir.wal;

import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.datadir.raft.Identity;
import io.quorate.datadir.raft.MalformedMessageException;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log from its first segment to its end or its first damage, and says of damage what etcd
 * would make of it.
 */
public final class LogReader {
  /** The size that etcd gives a segment; one that was closed is a little longer. */
  public static final long SEGMENT_BYTES = 64_000_000;

  /** Most of the newest entries of which digests are kept where nobody asks for all: 256 KiB. */
  private static final int NEWEST = 32 << 10;

  private final ReadOnlyDirectory directory;
  private final String folder;
  private final LogContent content;
  private RunningCrc sum = RunningCrc.from(0);
  private boolean full;
  private boolean garbage;
  private @Nullable Damage damage;

  private LogReader(ReadOnlyDirectory directory, String folder, LogContent content) {
    this.directory = directory;
    this.folder = folder;
    this.content = content;
  }

  /**
   * Reads these segments, which follow each other and end with the last of the log.
   *
   * @param folder where they are; empty for the directory itself
   * @param keepAfter requests after this index are kept
   */
  public static RaftLog read(
      ReadOnlyDirectory directory, String folder, List<SegmentName> segments, long keepAfter)
      throws IOException {
    return new LogReader(directory, folder, new LogContent(keepAfter, new EntryDigests(NEWEST)))
        .read(segments);
  }

  /**
   * Reads these segments, and keeps no request.
   *
   * @param into where digests of all entries are put
   */
  public static RaftLog read(
      ReadOnlyDirectory directory, String folder, List<SegmentName> segments, EntryDigests into)
      throws IOException {
    // As an unsigned number the largest index there is.
    long none = -1;
    return new LogReader(directory, folder, new LogContent(none, into)).read(segments);
  }

  private RaftLog read(List<SegmentName> segments) throws IOException {
    for (int k = 0; k < segments.size() && damage == null; k++) {
      segment(segments.get(k), k == segments.size() - 1);
    }
    return content.toLog(segments, Optional.ofNullable(damage), full, garbage);
  }

  /** Reads the owner of a log from the head of a segment; empty where the head cannot be read. */
  public static Optional<Identity> identity(ReadOnlyFile segment) throws IOException {
    try {
      var bytes = new SegmentBytes(segment);
      if (!(bytes.at(0) instanceof Frame.Whole head)
          || head.record().type() != WalRecord.CRC
          || !(bytes.at(head.end()) instanceof Frame.Whole metadata)
          || metadata.record().type() != WalRecord.METADATA) {
        return Optional.empty();
      }
      RunningCrc sum = RunningCrc.from(head.record().crc());
      metadata.record().addTo(sum);
      return sum.value() == metadata.record().crc()
          ? Optional.of(Identity.read(metadata.record().content()))
          : Optional.empty();
    } catch (EOFException | MalformedMessageException e) {
      return Optional.empty();
    }
  }

  private static String path(String folder, SegmentName segment) {
    return folder.isEmpty() ? segment.name() : folder + "/" + segment.name();
  }

  private void segment(SegmentName name, boolean last) throws IOException {
    try (ReadOnlyFile file = directory.open(path(folder, name))) {
      var place = new Place(name, last, new SegmentBytes(file));
      try {
        records(place);
      } catch (EOFException e) {
        damage = place.damage(Damage.Kind.CUT, place.bytes.size(), 0, "it became shorter");
      }
    }
  }

  private void records(Place place) throws IOException {
    long at = 0;
    while (damage == null) {
      switch (place.bytes.at(at)) {
        case Frame.Whole whole -> {
          accept(whole.record(), place, at);
          at = whole.end();
        }
        case Frame.Nothing nothing -> {
          if (place.last) {
            end(place, at);
          }
          return;
        }
        case Frame.BeyondEnd beyond ->
            damage =
                place
                    .damage(Damage.Kind.CUT, at, beyond.length(), "a record goes beyond its end")
                    .searched(place.bytes);
        case Frame.Malformed malformed ->
            broken(place, Damage.Kind.MALFORMED, at, "a record is unreadable: " + malformed.why());
      }
    }
  }

  private void accept(WalRecord record, Place place, long at) throws IOException {
    if (record.type() == WalRecord.CRC) {
      if (sum.value() != 0 && sum.value() != record.crc()) {
        broken(place, Damage.Kind.CHAIN, at, "it does not continue what was before");
      }
      sum = RunningCrc.from(record.crc());
      return;
    }
    record.addTo(sum);
    if (sum.value() != record.crc()) {
      broken(place, Damage.Kind.CHECKSUM, at, "a checksum is wrong");
    } else if (!record.known()) {
      broken(place, Damage.Kind.TYPE, at, "a record of type %d".formatted(record.type()));
    } else {
      take(record, place, at);
    }
  }

  private void take(WalRecord record, Place place, long at) throws IOException {
    try {
      if (!content.add(record)) {
        broken(place, Damage.Kind.METADATA, at, "it is of another member");
      }
    } catch (MalformedMessageException e) {
      broken(place, Damage.Kind.CONTENT, at, String.valueOf(e.getMessage()));
    }
  }

  /** The end of the last segment: what is behind it, and whether there is room left. */
  private void end(Place place, long at) throws IOException {
    SegmentBytes bytes = place.bytes;
    full = at >= bytes.size() && bytes.size() >= SEGMENT_BYTES;
    if (bytes.firstNotZero(at) >= bytes.size()) {
      return;
    }
    Damage hole = place.damage(Damage.Kind.HOLE, at, 0, "zeros, and records behind them");
    hole = hole.searched(bytes);
    if (hole.nothingBehind()) {
      garbage = true;
    } else {
      damage = hole;
    }
  }

  private void broken(Place place, Damage.Kind kind, long at, String what) throws IOException {
    boolean tearable = kind == Damage.Kind.MALFORMED || kind == Damage.Kind.CHECKSUM;
    boolean torn = tearable && place.last && place.bytes.torn(at);
    Damage found = place.damage(torn ? Damage.Kind.TORN : kind, at, 0, what);
    damage = place.last ? found.searched(place.bytes) : found;
  }

  /** The segment that is read. */
  private record Place(SegmentName name, boolean last, SegmentBytes bytes) {
    Damage damage(Damage.Kind kind, long at, long claimed, String what) {
      return new Damage(kind, name.name(), at, last, claimed, Optional.empty(), what);
    }
  }
}
