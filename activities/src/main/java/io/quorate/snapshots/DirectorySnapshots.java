package io.quorate.snapshots;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.SavedSnapshot;
import io.quorate.datadir.bbolt.DamagedDatabaseException;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotFile;
import io.quorate.port.SnapshotStore;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Snapshots in a directory of the machine Quorate runs on, one folder for each cluster. */
public final class DirectorySnapshots implements SnapshotStore {
  private static final long MEBIBYTE = 1024 * 1024;
  private static final long RESERVE_BYTES = 64 * MEBIBYTE;

  private final Path directory;
  private final Clock clock;

  public DirectorySnapshots(Path directory, Clock clock) {
    this.directory = directory.toAbsolutePath().normalize();
    this.clock = clock;
  }

  @Override
  public void requireRoomFor(ClusterKey cluster, long bytes) {
    var folder = folder(cluster);
    folder.requireWritable();
    long free = folder.freeBytes();
    // Twice the size is needed: the database may grow meanwhile, and the next snapshot needs room
    // too.
    long needed = bytes > Long.MAX_VALUE / 4 ? Long.MAX_VALUE : 2 * bytes + RESERVE_BYTES;
    if (free < needed) {
      throw new Failure.Refused(
          String.format(
              Locale.ROOT,
              "the snapshot directory %s has %,d MiB free, a snapshot of %s needs %,d MiB; make"
                  + " room there or move old snapshots away",
              folder.path(),
              free / MEBIBYTE,
              cluster,
              (needed - 1) / MEBIBYTE + 1));
    }
  }

  @Override
  public SavedSnapshot save(Origin origin, Stream stream) {
    return saveSalvaged(origin.cluster(), sink -> new Arrived(origin, stream.into(sink)));
  }

  @Override
  public SavedSnapshot saveSalvaged(ClusterKey cluster, SalvagedStream stream) {
    var folder = folder(cluster);
    folder.requireWritable();
    // The time is taken before the stream, so the content is never older than the name says.
    Instant begun = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    folder.removeLeftBehind(begun);
    try (var part = PartFile.in(folder.path())) {
      Arrived arrived = streamed(folder, part, stream);
      String sha256 = verified(part, arrived);
      var snapshot = snapshot(arrived.origin(), begun, sha256, part.digest().size());
      part.becomes(folder.path().resolve(snapshot.file()));
      folder.enter(CatalogueEntry.unread(snapshot));
      return snapshot;
    } catch (FileAlreadyExistsException e) {
      throw new Failure.Transient("the snapshot's name is taken: " + e.getMessage(), e);
    } catch (IOException e) {
      throw folder.failure("did not take the snapshot", e);
    }
  }

  private static Arrived streamed(SnapshotFolder folder, PartFile part, SalvagedStream stream) {
    try {
      return stream.into(part);
    } catch (Failure e) {
      // A failed write is the cause of a broken stream, so the failure to write is the one to show.
      throw part.failed().map(why -> folder.failure("did not take the snapshot", why)).orElse(e);
    }
  }

  /** Returns the verified SHA-256 of what has come; throws when that is no whole snapshot. */
  private static String verified(PartFile part, Arrived arrived) {
    if (arrived.bytes() != part.digest().size()) {
      throw new Failure.Transient(
          "the snapshot was not saved: "
              + part.digest().size()
              + " of "
              + arrived.bytes()
              + " bytes came");
    }
    return switch (part.digest().finish(arrived.origin().trailer())) {
      case TrailerDigest.Whole whole -> whole.sha256();
      case TrailerDigest.Broken broken ->
          throw new Failure.Transient("the snapshot was not saved: " + broken.why());
    };
  }

  private static SavedSnapshot snapshot(Origin origin, Instant at, String sha256, long size) {
    return new SavedSnapshot(
        origin.cluster(),
        CatalogueEntry.fileName(at, origin.atLeast(), origin.raftTerm(), sha256),
        sha256,
        size,
        origin.atLeast(),
        origin.raftTerm(),
        origin.clusterId(),
        origin.version(),
        origin.source(),
        at,
        origin.salvage());
  }

  @Override
  public Borrowed borrow(SavedSnapshot snapshot) {
    SnapshotFolder folder = folder(snapshot.cluster());
    Optional<Long> size = folder.sizeOf(snapshot.file());
    if (size.filter(now -> now == snapshot.sizeBytes()).isEmpty()) {
      throw new Failure.Refused(
          folder.path().resolve(snapshot.file())
              + size.map(now -> " has " + now + " bytes, " + snapshot.sizeBytes() + " were saved")
                  .orElse(" is gone")
              + "; use another snapshot");
    }
    return new InTheDirectory(
        new SnapshotFile(folder.path().resolve(snapshot.file()), snapshot.trailer()));
  }

  /** A file that is where it always is: nothing has to be given back. */
  private record InTheDirectory(SnapshotFile file) implements Borrowed {
    @Override
    public void close() {
      // The file stays in the directory.
    }
  }

  @Override
  public List<SavedSnapshot> list(ClusterKey cluster) {
    return folder(cluster).usable();
  }

  @Override
  public SnapshotContent read(SavedSnapshot snapshot) {
    SnapshotFolder folder = folder(snapshot.cluster());
    try {
      return ContentReader.read(folder.path(), snapshot.file());
    } catch (DamagedDatabaseException | EOFException damaged) {
      throw marked(snapshot, damaged);
    } catch (IOException e) {
      throw new Failure.Transient(snapshot.file() + " could not be read: " + e, e);
    }
  }

  /** The refusal of a damaged snapshot, also where the catalogue does not take the mark. */
  private Failure marked(SavedSnapshot snapshot, Exception damaged) {
    String what = String.valueOf(damaged.getMessage());
    Failure refusal =
        new Failure.Refused(
            snapshot.file()
                + " came as etcd sent it, and is damaged inside ("
                + what
                + "): so is the database of "
                + snapshot.source(),
            damaged);
    try {
      enter(new CatalogueEntry(snapshot, Optional.empty(), Optional.of(what)));
    } catch (Failure unmarked) {
      refusal.addSuppressed(unmarked);
    }
    return refusal;
  }

  @Override
  public void describe(SavedSnapshot snapshot, SnapshotContent content) {
    enter(new CatalogueEntry(snapshot, Optional.of(content), Optional.empty()));
  }

  private void enter(CatalogueEntry entry) {
    SnapshotFolder folder = folder(entry.snapshot().cluster());
    try {
      folder.enter(entry);
    } catch (IOException e) {
      throw folder.failure("did not take what is in " + entry.snapshot().file(), e);
    }
  }

  private SnapshotFolder folder(ClusterKey cluster) {
    return new SnapshotFolder(directory.resolve(cluster.value()));
  }
}
