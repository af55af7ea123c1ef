package io.quorate.snapshots;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.ClusterKey;
import io.quorate.datadir.bbolt.DamagedDatabaseException;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotStore;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.Salvage;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.snapshot.SnapshotFlaw;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Store of snapshots on shelves, one for each cluster; a shelf knows which files they are. */
class Shelves implements SnapshotStore {
  /** Difference of two clocks that is worth a word; an answer of S3 tells whole seconds. */
  private static final Duration CLOCKS_APART = Duration.ofMinutes(1);

  private final Function<ClusterKey, ClusterSnapshotStore> shelf;
  private final Clock clock;
  private final ForeignSources foreign = new ForeignSources();

  Shelves(Function<ClusterKey, ClusterSnapshotStore> shelf, Clock clock) {
    this.shelf = shelf;
    this.clock = clock;
  }

  @Override
  public void requireRoomFor(ClusterKey cluster, long bytes) {
    shelf.apply(cluster).files().requireRoomFor(bytes);
  }

  @Override
  public SavedSnapshot save(Origin origin, Bytes stream) {
    ClusterSnapshotStore on = shelf.apply(origin.cluster());
    // The time is taken before the stream, so the content is never older than the name says.
    Instant begun = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    try (Writing writing = on.begin(origin, begun)) {
      String sha256 = streamed(on, writing, stream, origin.trailer());
      String file = writing.finish(sha256);
      var snapshot = snapshot(origin, new Written(file, sha256, writing.digest().size()), begun);
      on.enter(CatalogueEntry.unread(snapshot));
      return snapshot;
    } catch (FileAlreadyExistsException e) {
      throw new Failure.Transient("the snapshot's name is taken: " + e.getMessage(), e);
    } catch (IOException e) {
      throw on.files().failure("did not take the snapshot", e);
    }
  }

  /** Streams the snapshot and checks it; returns its SHA-256. */
  private static String streamed(
      ClusterSnapshotStore on, Writing writing, Bytes stream, Salvage.Trailer trailer) {
    long said;
    try {
      said = stream.into(writing);
    } catch (Failure e) {
      // A failed write is the cause of a broken stream, so the failure to write is the one to show.
      throw writing
          .failed()
          .map(why -> on.files().failure("did not take the snapshot", why))
          .orElse(e);
    }
    if (said != writing.digest().size()) {
      throw new Failure.Transient(
          "the snapshot was not saved: " + writing.digest().size() + " of " + said + " bytes came");
    }
    return switch (writing.digest().finish(trailer)) {
      case TrailerDigest.Whole whole -> whole.sha256();
      case TrailerDigest.Broken broken ->
          throw new Failure.Transient("the snapshot was not saved: " + broken.why());
    };
  }

  private record Written(String file, String sha256, long size) {}

  private static SavedSnapshot snapshot(Origin origin, Written written, Instant at) {
    return new SavedSnapshot(
        origin.cluster(),
        written.file(),
        written.sha256(),
        written.size(),
        origin.atLeast(),
        origin.raftTerm(),
        origin.clusterId(),
        origin.version(),
        origin.source(),
        at,
        origin.salvage());
  }

  @Override
  public List<SavedSnapshot> list(ClusterKey cluster) {
    return usable(cluster).map(CatalogueEntry::snapshot).toList();
  }

  @Override
  public List<RestoreSource> sources(ClusterKey cluster) {
    return known(cluster).stream().filter(source -> source.unusable().isEmpty()).toList();
  }

  @Override
  public List<RestoreSource> known(ClusterKey cluster) {
    ClusterSnapshotStore on = shelf.apply(cluster);
    ClusterSnapshotStore.Contents found = on.contents();
    return found.entries().stream().map(entry -> source(entry, on, found)).toList();
  }

  @Override
  public Optional<RestoreSource> foreign(ClusterKey cluster, String file) {
    ClusterSnapshotStore on = shelf.apply(cluster);
    ClusterSnapshotStore.Contents found = on.contents();
    boolean entered =
        found.entries().stream()
            .map(CatalogueEntry::snapshot)
            .anyMatch(saved -> saved.file().equals(file) || on.locationOf(saved).equals(file));
    return Stream.of(found.sizes(), found.others())
        .flatMap(files -> Optional.ofNullable(files.get(file)).stream())
        .filter(size -> !entered)
        .map(size -> foreign.read(cluster, on, file, size))
        .findFirst();
  }

  private static RestoreSource source(
      CatalogueEntry entry, ClusterSnapshotStore on, ClusterSnapshotStore.Contents found) {
    RestoreSource source = SnapshotStore.source(entry.snapshot(), entry.content());
    return unusable(entry, on, found).map(source::unusableBecause).orElse(source);
  }

  private Stream<CatalogueEntry> usable(ClusterKey cluster) {
    ClusterSnapshotStore on = shelf.apply(cluster);
    ClusterSnapshotStore.Contents found = on.contents();
    return found.entries().stream().filter(entry -> unusable(entry, on, found).isEmpty());
  }

  /** Why a snapshot must not be restored; empty where it may be. */
  private static Optional<SnapshotFlaw> unusable(
      CatalogueEntry entry, ClusterSnapshotStore on, ClusterSnapshotStore.Contents found) {
    Long size = found.sizes().get(on.locationOf(entry.snapshot()));
    return entry
        .damage()
        .or(
            () ->
                Long.valueOf(entry.snapshot().sizeBytes()).equals(size)
                    ? Optional.empty()
                    : Optional.of(
                        SnapshotFlaw.unusable(
                            size == null
                                ? "its file is gone"
                                : "its file has another size than was saved")));
  }

  @Override
  public SnapshotContent read(SavedSnapshot snapshot) {
    try (LocalSnapshot local = shelf.apply(snapshot.cluster()).local(snapshot)) {
      return ContentReader.pages(local.file()).content();
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
        new Failure.Spoiled(
            snapshot.file()
                + " came as etcd sent it, and is damaged inside ("
                + what
                + "): so is the database of "
                + snapshot.source(),
            damaged);
    try {
      enter(entryOf(snapshot).damaged(SnapshotFlaw.unusable(what)));
    } catch (Failure unmarked) {
      refusal.addSuppressed(unmarked);
    }
    return refusal;
  }

  @Override
  public void describe(SavedSnapshot snapshot, SnapshotContent content) {
    enter(entryOf(snapshot).describing(content));
  }

  @Override
  public Optional<SnapshotContent> contentOf(SavedSnapshot snapshot) {
    return entryOf(snapshot).content();
  }

  @Override
  public void drilled(SavedSnapshot snapshot, Drill drill) {
    enter(entryOf(snapshot).after(drill));
  }

  @Override
  public List<Drill> drills(ClusterKey cluster) {
    return shelf.apply(cluster).contents().entries().stream()
        .flatMap(entry -> entry.drill().stream())
        .sorted(Comparator.comparing(Drill::at).reversed())
        .toList();
  }

  @Override
  public Optional<String> clockTrouble(ClusterKey cluster) {
    ClusterSnapshotStore on = shelf.apply(cluster);
    Instant here = clock.instant();
    return on.files()
        .now()
        .filter(there -> Duration.between(here, there).abs().compareTo(CLOCKS_APART) > 0)
        .map(
            there ->
                on.files().place()
                    + " is "
                    + Amounts.time(Duration.between(here, there).abs())
                    + (there.isAfter(here) ? " ahead of" : " behind")
                    + " this machine, so the times and ages of snapshots are wrong");
  }

  @Override
  public void remove(SavedSnapshot snapshot) {
    ClusterSnapshotStore on = shelf.apply(snapshot.cluster());
    try {
      on.remove(snapshot);
    } catch (IOException e) {
      throw on.files().failure("does not let " + snapshot.file() + " be removed", e);
    }
  }

  /** A comparison of a file with what the catalogue says of it; throws where it is another. */
  @FunctionalInterface
  private interface Comparison {
    void require(SavedSnapshot snapshot, Path file) throws IOException;
  }

  @Override
  public LocalSnapshot fetch(SavedSnapshot snapshot) {
    return fetched(snapshot, Shelves::requireSame);
  }

  @Override
  public LocalSnapshot fetchToRestore(SavedSnapshot snapshot) {
    return fetched(snapshot, Shelves::requireSameEnd);
  }

  private LocalSnapshot fetched(SavedSnapshot snapshot, Comparison comparison) {
    ClusterSnapshotStore on = shelf.apply(snapshot.cluster());
    try {
      LocalSnapshot local = on.local(snapshot);
      try {
        comparison.require(snapshot, local.file());
        return local;
      } catch (Failure | IOException unusable) {
        local.close();
        throw unusable;
      }
    } catch (IOException e) {
      throw on.files().failure("has a snapshot that cannot be read: " + snapshot.file(), e);
    }
  }

  /** The whole file is read only where that is needed, or tells what is wrong. */
  private static void requireSameEnd(SavedSnapshot snapshot, Path file) throws IOException {
    boolean same =
        snapshot.trailer() == Salvage.Trailer.PRESENT
            && Files.size(file) == snapshot.sizeBytes()
            && TrailerDigest.stated(file).equals(Optional.of(snapshot.sha256()));
    if (!same) {
      requireSame(snapshot, file);
    }
  }

  private static void requireSame(SavedSnapshot snapshot, Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      String trouble =
          switch (ShelfCatalogue.digest(in).finish(snapshot.trailer())) {
            case TrailerDigest.Broken broken -> broken.why();
            case TrailerDigest.Whole whole ->
                whole.sha256().equals(snapshot.sha256())
                    ? ""
                    : "it is a whole snapshot, but not the one that was saved under this name";
          };
      if (!trouble.isEmpty()) {
        throw new Failure.Spoiled(snapshot.file() + " must not be restored: " + trouble);
      }
    }
  }

  /** The entry as it stands; of a snapshot without one, an entry that says nothing more. */
  private CatalogueEntry entryOf(SavedSnapshot snapshot) {
    return shelf.apply(snapshot.cluster()).contents().entries().stream()
        .filter(entry -> entry.snapshot().equals(snapshot))
        .findFirst()
        .orElseGet(() -> CatalogueEntry.unread(snapshot));
  }

  /**
   * Writes an entry into the catalogue. Writes no entry for a foreign file, because Quorate did not
   * save it.
   */
  private void enter(CatalogueEntry entry) {
    if (entry.snapshot().isForeign()) {
      return;
    }
    ClusterSnapshotStore on = shelf.apply(entry.snapshot().cluster());
    try {
      on.enter(entry);
    } catch (IOException e) {
      throw on.files().failure("did not take what is in " + entry.snapshot().file(), e);
    }
  }
}
