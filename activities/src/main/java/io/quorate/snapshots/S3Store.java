package io.quorate.snapshots;

import io.quorate.port.ComparisonResults.Claim;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotStore.LocalSnapshot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Objects of a cluster in S3, below one prefix. A new object is written only where there is none of
 * that key ({@code If-None-Match}).
 */
final class S3Store implements ObjectStore {
  /** Age of an upload in parts at which nobody can be at work on it. */
  private static final Duration DEAD_AFTER = Duration.ofDays(1);

  private static final Logger LOG = LoggerFactory.getLogger(S3Store.class);

  private final S3Bucket bucket;
  private final Clock clock;
  private final String prefix;

  /**
   * Creates the store.
   *
   * @param parts of the keys, which stand behind the prefix of the configuration
   */
  S3Store(S3Bucket bucket, Clock clock, String... parts) {
    this.bucket = bucket;
    this.clock = clock;
    this.prefix = bucket.key(parts);
  }

  @Override
  public String place() {
    return bucket.words(prefix);
  }

  @Override
  public String words(String name) {
    return bucket.words(key(name));
  }

  private String key(String name) {
    return prefix + "/" + name;
  }

  @Override
  public NavigableMap<String, State> list(String beginning) {
    NavigableMap<String, State> found = new TreeMap<>();
    bucket
        .list(key(beginning))
        .forEach(
            (key, object) ->
                found.put(
                    key.substring(prefix.length() + 1),
                    new State(object.lastModified(), object.size(), object.eTag(), true)));
    return found;
  }

  @Override
  public Optional<byte[]> get(String name) {
    return bucket.get(key(name));
  }

  @Override
  public InputStream open(String name) throws IOException {
    return bucket.open(key(name)).orElseThrow(() -> new NoSuchFileException(words(name)));
  }

  @Override
  public LocalSnapshot local(String name, long bytes) throws IOException {
    Path scratch = bucket.settings().scratch();
    OwnerOnly.createDirectories(scratch);
    requireRoom(scratch, name, bytes);
    PartFile part = PartFile.in(scratch);
    Path file = part.path();
    try (part;
        InputStream in = open(name)) {
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

  private static void requireRoom(Path scratch, String name, long bytes) throws IOException {
    long free = Files.getFileStore(scratch).getUsableSpace();
    if (free < bytes) {
      throw new Failure.Refused(
          "%s has %,d bytes free, and %s has %,d; make room there, or name another directory in snapshots.s3.scratch"
              .formatted(scratch, free, name.substring(name.lastIndexOf('/') + 1), bytes));
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
  public boolean create(String name, byte[] content) {
    return bucket.create(key(name), content);
  }

  @Override
  public void replace(String name, byte[] content) {
    bucket.put(key(name), content);
  }

  @Override
  public void requireRoomFor(long bytes) {
    bucket.requireWritable(key("can-this-be-written"));
  }

  @Override
  public Writing begin(String stem) {
    Instant now = clock.instant();
    removeLeftBehind(now.minus(DEAD_AFTER));
    PartFile.removeLeftBehind(bucket.settings().scratch(), now.minus(DEAD_AFTER));
    String digits = UUID.randomUUID().toString().replace("-", "");
    return PartUpload.begin(bucket, key(CatalogueEntry.fileName(stem, digits)));
  }

  private void removeLeftBehind(Instant before) {
    try {
      int aborted = bucket.abortBegunBefore(key(""), before);
      if (aborted > 0) {
        LOG.info("{} uploads in parts that died were removed from {}", aborted, place());
      }
    } catch (Failure e) {
      // What is left takes up space only, and is listed nowhere; the next save tries again.
      LOG.warn("uploads in parts that died could not be removed: {}", e.getMessage());
    }
  }

  @Override
  public void delete(List<String> names) {
    names.forEach(name -> bucket.delete(key(name)));
  }

  /**
   * Claims the hour: an object that only one process can create. A process that dies leaves it, and
   * the claim ends with the next hour; then data is compared up to two hours later than it could.
   */
  @Override
  public Optional<Claim> claim() {
    Instant hour = clock.instant().truncatedTo(ChronoUnit.HOURS);
    if (get(claim(hour.minus(1, ChronoUnit.HOURS))).isPresent()
        || !create(claim(hour), new byte[0])) {
      return Optional.empty();
    }
    return Optional.of(() -> release(claim(hour)));
  }

  private static String claim(Instant hour) {
    return "comparing/" + hour.toString().replace(":", "");
  }

  private void release(String claim) {
    try {
      delete(List.of(claim));
    } catch (Failure kept) {
      LOG.debug("the claim {} stays until the next hour: {}", claim, kept.getMessage());
    }
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

  /** The content of an object is not repeated: anybody may have written the object. */
  @Override
  public String unreadable(String what, String name, Exception e) {
    return what + " in " + bucket.settings().words() + " cannot be read";
  }
}
