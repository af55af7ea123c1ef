package io.quorate.datadir;

import io.quorate.datadir.backend.DatabaseFacts;
import io.quorate.datadir.raft.Position;
import io.quorate.datadir.raft.SnapshotMark;
import io.quorate.datadir.wal.Damage;
import io.quorate.datadir.wal.RaftLog;
import io.quorate.datadir.wal.SegmentName;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Change of a copy of a member's data, so that etcd can start on the copy and applies more of the
 * log to the database. The changed copy is read again before etcd starts on it.
 *
 * @param cut where the log ends from then on; empty where it stays as it is
 * @param without files to remove from the copy, by their paths in the copy
 * @param marksUpTo the last raft index whose mark stays in the log; later marks of raft snapshots
 *     are removed; empty where all marks stay
 * @param because what the change does, in a clause
 */
public record CopyMending(
    Optional<Cut> cut, List<String> without, Optional<Long> marksUpTo, String because) {
  /**
   * A place in a segment.
   *
   * @param position in bytes from the start of it
   */
  public record Cut(String segment, long position) {}

  public CopyMending {
    without = List.copyOf(without);
  }

  /**
   * The change for a copy that was read in full; empty where none is known. A log that is damaged
   * ends before the damage: all that is in front of it is genuine. Where the database of a raft
   * snapshot is missing, the change leaves out the file of the raft snapshot, so that etcd applies
   * the log to the database that is there. For an etcd that starts from marks, the change leaves
   * out the mark in place of the file. Neither is left out where the database lacks more than the
   * entries of the log.
   *
   * @param expected the etcd that is to start on the copy
   * @param logFolder where the segments are in the copy
   * @param snapshotFolder where the raft snapshots are
   * @param snapshots the names of their files
   */
  public static Optional<CopyMending> of(
      DirectoryReading reading,
      Expected expected,
      String logFolder,
      String snapshotFolder,
      List<String> snapshots) {
    return switch (reading.verdict()) {
      case CUT_SILENTLY, WAL_DAMAGED ->
          reading.log().flatMap(log -> log.damage().map(damage -> cutting(log, damage, logFolder)));
      case DB_TOO_OLD -> {
        long applied = reading.database().map(DatabaseFacts::consistentIndex).orElse(0L);
        if (reading.log().filter(log -> goesOn(log, applied)).isEmpty()) {
          yield Optional.empty();
        }
        yield expected.startsFromMarks()
            ? leavingOutMarks(reading, applied)
            : leavingOut(applied, snapshotFolder, snapshots);
      }
      default -> Optional.empty();
    };
  }

  private static CopyMending cutting(RaftLog log, Damage damage, String folder) {
    List<String> names = log.segments().stream().map(SegmentName::name).toList();
    List<String> later = names.subList(names.indexOf(damage.segment()) + 1, names.size());
    return new CopyMending(
        Optional.of(new Cut(damage.segment(), damage.position())),
        later.stream().map(name -> folder + "/" + name).toList(),
        Optional.empty(),
        "ending its log before the damage at byte %d of %s"
            .formatted(damage.position(), damage.segment()));
  }

  /**
   * Returns whether the database lacks nothing but entries of the log. The database lacks more
   * where the member began as a restore whose content the database does not have. The database also
   * lacks more where the member took a raft snapshot from its leader: then entries before the mark
   * are missing, or differ from the leader's entries.
   */
  private static boolean goesOn(RaftLog log, long applied) {
    OptionalLong restored = Trace.restoredAt(log);
    boolean hasRestored =
        restored.isEmpty() || Long.compareUnsigned(restored.getAsLong(), applied) <= 0;
    return hasRestored
        && log.holds(applied + 1)
        && log.marks().stream()
            .map(SnapshotMark::at)
            .filter(mark -> Long.compareUnsigned(mark.index(), applied) > 0)
            .allMatch(mark -> log.terms().of(mark.index()).orElse(0) == mark.term());
  }

  private static Optional<CopyMending> leavingOut(
      long applied, String folder, List<String> snapshots) {
    List<String> ahead =
        snapshots.stream()
            .filter(
                name ->
                    Layout.snapshot(name)
                        .map(Position::index)
                        .filter(index -> Long.compareUnsigned(index, applied) > 0)
                        .isPresent())
            .map(name -> folder + "/" + name)
            .toList();
    return ahead.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new CopyMending(
                Optional.empty(),
                ahead,
                Optional.empty(),
                "leaving out its raft snapshots behind index %s, up to which its database is"
                    .formatted(Long.toUnsignedString(applied))));
  }

  /**
   * Returns the change that takes marks out of the log. Empty where no mark at or before the index
   * of the database would stay, because etcd then has no place to start from.
   */
  private static Optional<CopyMending> leavingOutMarks(DirectoryReading reading, long applied) {
    boolean starts =
        reading.log().stream()
            .flatMap(log -> log.marks().stream())
            .anyMatch(mark -> Long.compareUnsigned(mark.at().index(), applied) <= 0);
    return Optional.of(reading.start().index())
        .filter(start -> starts)
        .filter(start -> Long.compareUnsigned(start, applied) > 0)
        .map(
            start ->
                new CopyMending(
                    Optional.empty(),
                    List.of(),
                    Optional.of(applied),
                    "taking the marks of raft snapshots behind index %s, up to which its database is, out of its log"
                        .formatted(Long.toUnsignedString(applied))));
  }
}
