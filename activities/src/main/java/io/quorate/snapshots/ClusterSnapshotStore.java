package io.quorate.snapshots;

import io.quorate.cluster.ClusterId;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotStore.LocalSnapshot;
import io.quorate.port.SnapshotStore.Origin;
import io.quorate.snapshot.SavedSnapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Snapshots of one cluster, with their entries. What a whole snapshot is, and when it may be
 * offered, is decided above it.
 *
 * <p>In a bucket they stand at {@code <cluster id>/<file>}, so that the incarnations of a cluster
 * stand apart, and another cluster under this name is noticed.
 */
final class ClusterSnapshotStore {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterSnapshotStore.class);

  private final ObjectStore files;
  private final Optional<Bucket> bucket;

  /** Entries that were read, by name and tag: a look lists, and reads only what is new. */
  private final Map<String, Known> known = new ConcurrentHashMap<>();

  private record Known(String tag, Optional<CatalogueEntry> entry) {}

  /**
   * Additional rules for a bucket, into which others may write.
   *
   * @param recorded the cluster ids that the cluster's record has, empty where there is none
   * @param seal the MAC that each entry has to have; empty: entries have none
   */
  record Bucket(Supplier<Set<ClusterId>> recorded, Optional<EntrySeal> seal) {}

  private ClusterSnapshotStore(ObjectStore files, Optional<Bucket> bucket) {
    this.files = files;
    this.bucket = bucket;
  }

  static ClusterSnapshotStore inFolder(ObjectStore files) {
    return new ClusterSnapshotStore(files, Optional.empty());
  }

  static ClusterSnapshotStore inBucket(ObjectStore files, Bucket bucket) {
    return new ClusterSnapshotStore(files, Optional.of(bucket));
  }

  ObjectStore files() {
    return files;
  }

  /**
   * Entries and files of one listing.
   *
   * @param entries the newest first, whether their files are there or not
   * @param sizes all files that end in {@code .db}, with their sizes in bytes
   * @param others files of other names, which Quorate did not write, with their sizes in bytes
   */
  record Contents(
      List<CatalogueEntry> entries, SortedMap<String, Long> sizes, SortedMap<String, Long> others) {
    private Contents() {
      this(new ArrayList<>(), new TreeMap<>(), new TreeMap<>());
    }
  }

  /** Lists the shelf as it is now. */
  Contents contents() {
    var listed = listed();
    known.keySet().retainAll(listed.keySet());
    Contents found = new Contents();
    listed.forEach((name, state) -> sort(name, state, found));
    found.entries().sort(CatalogueEntry.NEWEST_FIRST);
    return found;
  }

  private SortedMap<String, ObjectStore.State> listed() {
    try {
      return files.list("");
    } catch (IOException e) {
      throw files.failure("cannot be read", e);
    }
  }

  private void sort(String name, ObjectStore.State state, Contents into) {
    boolean hidden = bucket.isEmpty() && name.startsWith(".");
    if (name.endsWith(CatalogueEntry.SUFFIX)) {
      entry(name, state).ifPresent(into.entries()::add);
    } else if (name.endsWith(CatalogueEntry.FILE_SUFFIX) && state.isFile()) {
      into.sizes().put(name, state.sizeBytes());
    } else if (!hidden && state.isFile()) {
      into.others().put(name, state.sizeBytes());
    }
  }

  private Optional<CatalogueEntry> entry(String name, ObjectStore.State state) {
    Known before = known.get(name);
    if (before != null && before.tag().equals(state.tag())) {
      return before.entry();
    }
    if (state.sizeBytes() > CatalogueEntry.LIMIT_BYTES) {
      return Optional.empty();
    }
    try {
      Optional<CatalogueEntry> read =
          files
              .text(name)
              .flatMap(text -> CatalogueEntry.parse(text).map(entry -> sealed(entry, text)));
      known.put(name, new Known(state.tag(), read));
      return read;
    } catch (IOException e) {
      LOG.warn("{} is left out of the catalogue: {}", files.words(name), e.toString());
      return Optional.empty();
    }
  }

  /** An entry that somebody else may have written is listed, and its snapshot never offered. */
  private CatalogueEntry sealed(CatalogueEntry entry, String text) {
    return seal().filter(key -> !key.holds(text)).isPresent()
        ? entry.damaged(CatalogueEntry.NOT_SEALED)
        : entry;
  }

  private Optional<EntrySeal> seal() {
    return bucket.flatMap(Bucket::seal);
  }

  /** Where an entry's file stands: its key in {@link Contents#sizes}. */
  String locationOf(SavedSnapshot snapshot) {
    return snapshot.isForeign()
        ? snapshot.file()
        : folderOf(snapshot.clusterId()) + snapshot.file();
  }

  private String folderOf(ClusterId id) {
    return bucket.isPresent() ? id + "/" : "";
  }

  /** Returns the state of a file, by its key in {@link Contents}. */
  ObjectStore.State state(String location) throws IOException {
    ObjectStore.State state = files.list(location).get(location);
    if (state == null) {
      throw new NoSuchFileException(files.words(location));
    }
    return state;
  }

  /**
   * Returns why a file without an entry must not be restored, in words; empty where the file may be
   * restored. Where the settings ask for signatures, anybody who may write into the bucket could
   * have put the file there.
   */
  Optional<String> foreignObjection() {
    return seal()
        .map(
            key ->
                "nobody signed it, and snapshots.s3.macKeyFile asks for a signature of all that is"
                    + " restored; docs/by-hand.md restores it");
  }

  /**
   * Begins a snapshot that nobody sees before {@link Writing#finish}.
   *
   * @param at part of its name
   */
  Writing begin(Origin origin, Instant at) throws IOException {
    bucket
        .flatMap(one -> OtherCluster.trouble(origin, one.recorded().get(), contents().entries()))
        .ifPresent(
            why -> {
              throw new Failure.Refused(files.place() + " is not this cluster's: " + why);
            });
    return files.begin(folderOf(origin.clusterId()) + CatalogueEntry.stem(origin, at));
  }

  /** Writes the entry beside its snapshot, so that a reader sees the whole entry or none. */
  void enter(CatalogueEntry entry) throws IOException {
    String text = seal().map(key -> key.sealed(entry.text())).orElseGet(entry::text);
    files.replace(
        CatalogueEntry.nameFor(locationOf(entry.snapshot())),
        text.getBytes(StandardCharsets.UTF_8));
  }

  /** The snapshot as a file of this machine, its bytes not yet checked. */
  LocalSnapshot local(SavedSnapshot snapshot) throws IOException {
    return files.local(locationOf(snapshot), snapshot.sizeBytes());
  }

  /** Removes a snapshot and its entry; the entry first, so that no entry lacks its file. */
  void remove(SavedSnapshot snapshot) throws IOException {
    String file = locationOf(snapshot);
    files.delete(List.of(CatalogueEntry.nameFor(file), file));
  }
}
