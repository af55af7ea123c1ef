package io.quorate.snapshots;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.SavedSnapshot;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotStore.LocalSnapshot;
import io.quorate.port.SnapshotStore.Origin;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Folder of one cluster: snapshots, their entries, and files that dead attempts left behind. */
final class SnapshotFolder implements Shelf {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotFolder.class);
  private static final long MEBIBYTE = 1024 * 1024;
  private static final long RESERVE_BYTES = 64 * MEBIBYTE;

  private final Path path;

  SnapshotFolder(Path path) {
    this.path = path;
  }

  /** The folder of a cluster. */
  static SnapshotFolder of(Path directory, ClusterKey cluster) {
    return new SnapshotFolder(directory.toAbsolutePath().normalize().resolve(cluster.value()));
  }

  Path path() {
    return path;
  }

  @Override
  public String place() {
    return path.toString();
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
              path.getFileName(),
              (needed - 1) / MEBIBYTE + 1));
    }
  }

  @Override
  public Writing begin(Origin origin, Instant at) throws IOException {
    requireWritable();
    PartFile.removeLeftBehind(path, at);
    return new FolderWriting(
        PartFile.in(path),
        sha256 -> CatalogueEntry.fileName(CatalogueEntry.stem(origin, at), sha256));
  }

  /** A snapshot under a temporary name, until its SHA-256 is known, which is part of the name. */
  private record FolderWriting(PartFile part, UnaryOperator<String> name) implements Writing {
    @Override
    public void take(byte[] bytes, long remaining) throws IOException {
      part.take(bytes, remaining);
    }

    @Override
    public TrailerDigest digest() {
      return part.digest();
    }

    @Override
    public Optional<IOException> failed() {
      return part.failed();
    }

    @Override
    public String finish(String sha256) throws IOException {
      String file = name.apply(sha256);
      part.becomes(file);
      return file;
    }

    @Override
    public void close() throws IOException {
      part.close();
    }
  }

  /**
   * Throws unless a file can be written. Permission bits would not tell: root ignores them, and a
   * read-only mount refuses root too.
   */
  private void requireWritable() {
    try {
      OwnerOnly.createDirectories(path);
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
  public void enter(CatalogueEntry entry) throws IOException {
    write(CatalogueEntry.nameFor(entry.snapshot().file()), entry.text());
  }

  /** Writes a small file, so that a reader sees the whole text, or what was there before. */
  void write(String name, String text) throws IOException {
    Path part = PartFile.newName(path);
    try {
      Files.createFile(part, OwnerOnly.file());
      OwnerOnly.handOver(part);
      Files.writeString(part, text);
      try (var channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      Files.move(part, path.resolve(name), StandardCopyOption.ATOMIC_MOVE);
      PartFile.sync(path);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  @Override
  public Contents contents() {
    List<CatalogueEntry> entries =
        named(CatalogueEntry.SUFFIX).stream()
            .flatMap(file -> entry(file).stream())
            .sorted(CatalogueEntry.NEWEST_FIRST)
            .toList();
    SortedMap<String, Long> sizes = new TreeMap<>();
    for (Path file : named(CatalogueEntry.FILE_SUFFIX)) {
      sizeOf(file).ifPresent(size -> sizes.put(String.valueOf(file.getFileName()), size));
    }
    SortedMap<String, Long> others = new TreeMap<>();
    for (Path file : named("")) {
      String name = String.valueOf(file.getFileName());
      if (!name.startsWith(".")
          && !name.endsWith(CatalogueEntry.SUFFIX)
          && !name.endsWith(CatalogueEntry.FILE_SUFFIX)
          && !PartFile.isPart(file)) {
        sizeOf(file).ifPresent(size -> others.put(name, size));
      }
    }
    return new Contents(entries, sizes, others);
  }

  private static Optional<Long> sizeOf(Path file) {
    try {
      return Files.isRegularFile(file) ? Optional.of(Files.size(file)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public String locationOf(SavedSnapshot snapshot) {
    return snapshot.file();
  }

  @Override
  public InputStream open(String location) throws IOException {
    return Files.newInputStream(here(location));
  }

  @Override
  public State state(String location) throws IOException {
    var file = Files.readAttributes(here(location), BasicFileAttributes.class);
    Instant changed = file.lastModifiedTime().toInstant();
    return new State(changed, file.size(), file.size() + " " + changed);
  }

  @Override
  public LocalSnapshot local(SavedSnapshot snapshot) throws IOException {
    Path file = here(snapshot.file());
    return new LocalSnapshot(file, () -> {});
  }

  @Override
  public void remove(SavedSnapshot snapshot) throws IOException {
    Files.deleteIfExists(here(CatalogueEntry.nameFor(snapshot.file())));
    Files.deleteIfExists(here(snapshot.file()));
    PartFile.sync(path);
  }

  /** A file of this folder; an entry that names one elsewhere is never followed. */
  private Path here(String file) throws IOException {
    Path there = path.resolve(file);
    if (!path.equals(there.getParent())) {
      throw new NoSuchFileException(file, null, "it would be outside of " + path);
    }
    return there;
  }

  private List<Path> named(String suffix) {
    if (!Files.exists(path)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(path)) {
      return files.filter(file -> file.getFileName().toString().endsWith(suffix)).toList();
    } catch (IOException e) {
      throw failure("cannot be read", e);
    }
  }

  private Optional<CatalogueEntry> entry(Path file) {
    try {
      if (Files.size(file) > CatalogueEntry.LIMIT_BYTES) {
        return Optional.empty();
      }
      return CatalogueEntry.parse(Files.readString(file, StandardCharsets.UTF_8));
    } catch (IOException e) {
      LOG.warn("{} is left out of the catalogue: {}", file, e.toString());
      return Optional.empty();
    }
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
}
