package io.quorate.snapshots;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.ComparisonResults.Claim;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotStore.LocalSnapshot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files in the folder of a cluster, or in a folder below it. A new file gets its name by a hard
 * link, which never replaces a file, and only the owner of the folder reads it.
 */
final class FolderStore implements ObjectStore {
  private static final Logger LOG = LoggerFactory.getLogger(FolderStore.class);

  private static final long MEBIBYTE = 1024 * 1024;
  private static final long RESERVE_BYTES = 64 * MEBIBYTE;

  private final StoreDirectory directory;
  private final ClusterKey cluster;
  private final Path path;
  private final Clock clock;

  /**
   * Creates the store.
   *
   * @param below the name of a folder in the folder of the cluster; empty for that folder itself
   */
  FolderStore(StoreDirectory directory, ClusterKey cluster, String below, Clock clock) {
    this.directory = directory;
    this.cluster = cluster;
    this.path = directory.folder(cluster).resolve(below);
    this.clock = clock;
  }

  @Override
  public String place() {
    return path.toString();
  }

  @Override
  public String words(String name) {
    return path.resolve(name).toString();
  }

  @Override
  public NavigableMap<String, State> list(String beginning) throws IOException {
    directory.present(cluster);
    NavigableMap<String, State> found = new TreeMap<>();
    if (!Files.exists(path)) {
      return found;
    }
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.filter(one -> !PartFile.isPart(one)).toList()) {
        String name = file.getFileName().toString();
        if (name.startsWith(beginning)) {
          found.put(name, state(file));
        }
      }
    }
    return found;
  }

  /** A file whose state cannot be read stays in the listing: it may be there. */
  private static State state(Path file) {
    try {
      var seen = Files.readAttributes(file, BasicFileAttributes.class);
      Instant changed = seen.lastModifiedTime().toInstant();
      return new State(changed, seen.size(), seen.size() + " " + changed, seen.isRegularFile());
    } catch (IOException unseen) {
      return new State(Instant.EPOCH, 0, "", false);
    }
  }

  @Override
  public Optional<byte[]> get(String name) throws IOException {
    try {
      return Optional.of(Files.readAllBytes(here(name)));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
  }

  @Override
  public InputStream open(String name) throws IOException {
    return Files.newInputStream(here(name));
  }

  @Override
  public LocalSnapshot local(String name, long bytes) throws IOException {
    return new LocalSnapshot(here(name), () -> {});
  }

  @Override
  public boolean create(String name, byte[] content) throws IOException {
    make();
    PartFile.removeLeftBehind(path, clock.instant());
    try (var part = PartFile.in(path)) {
      requireReadableForOwner(part);
      part.take(content, 0);
      part.becomes(name);
      return true;
    } catch (FileAlreadyExistsException taken) {
      return false;
    }
  }

  @Override
  public void make() throws IOException {
    directory.present(cluster);
    OwnerOnly.createDirectories(path);
    directory.present(cluster);
  }

  /** A file that the owner of the folder could not read would blind their worker. */
  private void requireReadableForOwner(PartFile part) {
    if (!part.isOfFolder()) {
      throw new Failure.Refused(
          "nothing is written to the "
              + path.getFileName()
              + " of "
              + cluster
              + ": "
              + OwnerOnly.whoCouldNotRead(path));
    }
  }

  @Override
  public void replace(String name, byte[] content) throws IOException {
    directory.present(cluster);
    try (var part = PartFile.in(path)) {
      part.take(content, 0);
      part.replaces(name);
    }
  }

  @Override
  public void requireRoomFor(long bytes) {
    requireWritable();
    long free = freeBytes();
    // Twice the size is needed: the database may grow meanwhile, and the next snapshot needs room
    // too.
    long needed = bytes > Long.MAX_VALUE / 4 ? Long.MAX_VALUE : 2 * bytes + RESERVE_BYTES;
    if (free < needed) {
      throw new Failure.Refused(
          String.format(
              Locale.ROOT,
              "the snapshot directory %s has %,d MiB free, a snapshot of %s needs %,d MiB; make"
                  + " room there or move old snapshots away",
              path,
              free / MEBIBYTE,
              cluster,
              (needed - 1) / MEBIBYTE + 1));
    }
  }

  /**
   * Throws unless a file can be written. Permission bits would not tell: root ignores them, and a
   * read-only mount refuses root too.
   */
  private void requireWritable() {
    try {
      make();
      Path probe = PartFile.newName(path);
      try {
        Files.writeString(probe, "can this be written?", StandardOpenOption.CREATE_NEW);
      } finally {
        Files.deleteIfExists(probe);
      }
    } catch (IOException e) {
      throw failure("cannot be written", e);
    }
  }

  private long freeBytes() {
    try {
      return Files.getFileStore(path).getUsableSpace();
    } catch (IOException e) {
      throw failure("cannot tell its free space", e);
    }
  }

  @Override
  public Writing begin(String stem) throws IOException {
    requireWritable();
    PartFile.removeLeftBehind(path, clock.instant());
    return PartFile.in(path, stem);
  }

  @Override
  public void setAside(String name, String why) throws IOException {
    Path file = here(name);
    Path aside = here(name + ".damaged");
    LOG.warn("{} is damaged ({}) and set aside as {}", file, why, aside);
    try {
      Files.move(file, aside);
    } catch (NoSuchFileException | FileAlreadyExistsException done) {
      LOG.debug("another writer set {} aside", file);
    }
  }

  @Override
  public void delete(List<String> names) throws IOException {
    for (String name : names) {
      Files.deleteIfExists(here(name));
    }
    if (!names.isEmpty()) {
      PartFile.sync(path);
    }
  }

  /** A file of this folder; a name that leads elsewhere is never followed. */
  private Path here(String name) throws IOException {
    directory.present(cluster);
    Path there = path.resolve(name);
    if (!path.equals(there.getParent())) {
      throw new NoSuchFileException(name, null, "it would be outside of " + path);
    }
    return there;
  }

  @Override
  public Optional<Claim> claim() {
    return directory.claim(cluster);
  }

  @Override
  public Failure failure(String what, IOException e) {
    return new Failure.Refused(
        "the snapshot directory "
            + path
            + " "
            + what
            + " ("
            + e
            + "); make it writable, or name"
            + " another one in snapshots.directory",
        e);
  }

  @Override
  public String unreadable(String what, String name, Exception e) {
    return words(name) + " cannot be read (" + e + ")";
  }

  @Override
  public String remedy(IOException e) {
    return e instanceof AccessDeniedException denied && denied.getFile() != null
        ? "; " + OwnerOnly.whoMayRead(Path.of(denied.getFile()))
        : "; look at the directory that snapshots.directory names";
  }
}
