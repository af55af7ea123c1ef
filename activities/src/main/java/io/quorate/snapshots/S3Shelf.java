package io.quorate.snapshots;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.SavedSnapshot;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotStore.LocalSnapshot;
import io.quorate.port.SnapshotStore.Origin;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Snapshots of one cluster in S3: {@code <prefix>/<cluster>/snapshots/<cluster id>/<file>}, so that
 * the incarnations of a cluster stand apart, and another cluster under this name is noticed.
 */
final class S3Shelf implements Shelf {
  /** Age of an upload in parts at which nobody can be at work on it. */
  private static final Duration DEAD_AFTER = Duration.ofDays(1);

  private static final Logger LOG = LoggerFactory.getLogger(S3Shelf.class);

  private final S3Bucket bucket;
  private final ClusterKey cluster;
  private final Supplier<Set<ClusterId>> recorded;
  private final Optional<EntrySeal> seal;

  /** Entries that were read, by key and ETag: a look lists, and reads only what is new. */
  private final Map<String, Known> known = new ConcurrentHashMap<>();

  /**
   * Creates a shelf.
   *
   * @param recorded the cluster ids that the cluster's record has, empty where there is none
   */
  S3Shelf(S3Bucket bucket, ClusterKey cluster, Supplier<Set<ClusterId>> recorded) {
    this.bucket = bucket;
    this.cluster = cluster;
    this.recorded = recorded;
    this.seal = bucket.settings().macKeyFile().map(EntrySeal::new);
  }

  private record Known(String eTag, Optional<CatalogueEntry> entry) {}

  @Override
  public String place() {
    return bucket.words(folder());
  }

  private String folder() {
    return bucket.key(cluster.value(), "snapshots");
  }

  @Override
  public void requireRoomFor(long bytes) {
    bucket.requireWritable(folder() + "/can-this-be-written");
  }

  @Override
  public Writing begin(Origin origin, Instant at) {
    Contents found = contents();
    OtherCluster.trouble(origin, recorded.get(), found.entries())
        .ifPresent(
            why -> {
              throw new Failure.Refused(place() + " is not this cluster's: " + why);
            });
    removeLeftBehind(at);
    PartFile.removeLeftBehind(bucket.settings().scratch(), at.minus(DEAD_AFTER));
    String digits = UUID.randomUUID().toString().replace("-", "");
    return PartUpload.begin(
        bucket,
        folder() + "/" + origin.clusterId() + "/",
        CatalogueEntry.fileName(CatalogueEntry.stem(origin, at), digits));
  }

  private void removeLeftBehind(Instant now) {
    try {
      int aborted = bucket.abortBegunBefore(folder() + "/", now.minus(DEAD_AFTER));
      if (aborted > 0) {
        LOG.info("{} uploads in parts that died were removed from {}", aborted, place());
      }
    } catch (Failure e) {
      // What is left takes up space only, and is listed nowhere; the next save tries again.
      LOG.warn("uploads in parts that died could not be removed: {}", e.getMessage());
    }
  }

  @Override
  public void enter(CatalogueEntry entry) {
    bucket.put(
        folder() + "/" + CatalogueEntry.nameFor(locationOf(entry.snapshot())),
        seal.map(key -> key.sealed(entry.text()))
            .orElseGet(entry::text)
            .getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Contents contents() {
    Map<String, S3Object> listed = bucket.list(folder() + "/");
    known.keySet().retainAll(listed.keySet());
    List<CatalogueEntry> entries = new ArrayList<>();
    SortedMap<String, Long> sizes = new TreeMap<>();
    SortedMap<String, Long> others = new TreeMap<>();
    listed.forEach(
        (key, object) -> {
          if (key.endsWith(CatalogueEntry.FILE_SUFFIX)) {
            sizes.put(key.substring(folder().length() + 1), object.size());
          } else if (key.endsWith(CatalogueEntry.SUFFIX)) {
            entry(object).ifPresent(entries::add);
          } else {
            others.put(key.substring(folder().length() + 1), object.size());
          }
        });
    entries.sort(CatalogueEntry.NEWEST_FIRST);
    return new Contents(List.copyOf(entries), sizes, others);
  }

  private Optional<CatalogueEntry> entry(S3Object object) {
    Known before = known.get(object.key());
    if (before != null && before.eTag().equals(object.eTag())) {
      return before.entry();
    }
    if (object.size() > CatalogueEntry.LIMIT_BYTES) {
      return Optional.empty();
    }
    Optional<CatalogueEntry> read =
        bucket
            .get(object.key())
            .map(text -> new String(text, StandardCharsets.UTF_8))
            .flatMap(text -> CatalogueEntry.parse(text).map(entry -> sealed(entry, text)));
    known.put(object.key(), new Known(object.eTag(), read));
    return read;
  }

  /** An entry that somebody else may have written is listed, and its snapshot never offered. */
  private CatalogueEntry sealed(CatalogueEntry entry, String text) {
    return seal.filter(key -> !key.holds(text)).isPresent()
        ? entry.damaged(CatalogueEntry.NOT_SEALED)
        : entry;
  }

  @Override
  public String locationOf(SavedSnapshot snapshot) {
    return snapshot.isForeign() ? snapshot.file() : snapshot.clusterId() + "/" + snapshot.file();
  }

  @Override
  public InputStream open(String location) throws IOException {
    String key = folder() + "/" + location;
    return bucket.open(key).orElseThrow(() -> new NoSuchFileException(bucket.words(key)));
  }

  @Override
  public State state(String location) throws IOException {
    String key = folder() + "/" + location;
    S3Object object = bucket.list(key).get(key);
    if (object == null) {
      throw new NoSuchFileException(bucket.words(key));
    }
    return new State(object.lastModified(), object.size(), object.eTag());
  }

  /**
   * Refuses a file without a signature where the settings ask for signatures, because anybody who
   * may write into the bucket could have put the file there.
   */
  @Override
  public Optional<String> foreignObjection() {
    return seal.map(
        key ->
            "nobody signed it, and snapshots.s3.macKeyFile asks for a signature of all that is"
                + " restored; docs/by-hand.md restores it");
  }

  @Override
  public LocalSnapshot local(SavedSnapshot snapshot) throws IOException {
    Path scratch = bucket.settings().scratch();
    OwnerOnly.createDirectories(scratch);
    requireRoom(scratch, snapshot);
    PartFile part = PartFile.in(scratch);
    Path file = part.path();
    try (part;
        InputStream in = open(locationOf(snapshot))) {
      byte[] block = new byte[ShelfCatalogue.BLOCK_BYTES];
      int read = in.read(block);
      while (read >= 0) {
        part.take(Arrays.copyOf(block, read), 0);
        read = in.read(block);
      }
      part.keep();
    }
    return new LocalSnapshot(file, () -> discard(file));
  }

  private static void requireRoom(Path scratch, SavedSnapshot snapshot) throws IOException {
    long free = Files.getFileStore(scratch).getUsableSpace();
    if (free < snapshot.sizeBytes()) {
      throw new Failure.Refused(
          "%s has %,d bytes free, and %s has %,d; make room there, or name another directory in snapshots.s3.scratch"
              .formatted(scratch, free, snapshot.file(), snapshot.sizeBytes()));
    }
  }

  private static void discard(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.warn("a copy of a snapshot is left behind, delete it: {} ({})", file, e.toString());
    }
  }

  @Override
  public void remove(SavedSnapshot snapshot) {
    String key = folder() + "/" + locationOf(snapshot);
    bucket.delete(CatalogueEntry.nameFor(key));
    bucket.delete(key);
  }

  @Override
  public Optional<Instant> now() {
    return bucket.now();
  }

  @Override
  public Failure failure(String what, IOException e) {
    return e instanceof S3Exchange exchange
        ? exchange.failure()
        : new Failure.Transient(place() + " " + what + " (" + e + ")", e);
  }
}
