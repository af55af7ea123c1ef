package io.quorate.snapshots;

import io.quorate.cluster.SavedSnapshot;
import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Folder of one cluster: snapshots, their entries, and files that dead attempts left behind. */
final class SnapshotFolder {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotFolder.class);
  private static final Duration LEFT_BEHIND_FOR = Duration.ofHours(1);
  private static final long ENTRY_LIMIT_BYTES = 64 * 1024;

  private final Path path;

  SnapshotFolder(Path path) {
    this.path = path;
  }

  Path path() {
    return path;
  }

  /**
   * Throws unless a file can be written. Permission bits would not tell: root ignores them, and a
   * read-only mount refuses root too.
   */
  void requireWritable() {
    try {
      OwnerOnly.createDirectories(path);
      Path probe = path.resolve(PartFile.PREFIX + UUID.randomUUID() + PartFile.SUFFIX);
      try {
        Files.writeString(probe, "can this be written?", StandardOpenOption.CREATE_NEW);
      } finally {
        Files.deleteIfExists(probe);
      }
    } catch (IOException e) {
      throw failure("cannot be written", e);
    }
  }

  long freeBytes() {
    try {
      return Files.getFileStore(path).getUsableSpace();
    } catch (IOException e) {
      throw failure("cannot tell its free space", e);
    }
  }

  /** Writes the entry beside its snapshot, so that a reader sees the whole entry or none. */
  void enter(CatalogueEntry entry) throws IOException {
    write(CatalogueEntry.nameFor(entry.snapshot().file()), entry.text());
  }

  /** Writes a small file, so that a reader sees the whole text, or what was there before. */
  void write(String name, String text) throws IOException {
    Path part = path.resolve(PartFile.PREFIX + UUID.randomUUID() + PartFile.SUFFIX);
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

  /** Snapshots that are there in full size and not damaged inside, the newest first. */
  List<SavedSnapshot> usable() {
    return entries().stream()
        .filter(entry -> entry.damage().isEmpty())
        .map(CatalogueEntry::snapshot)
        .filter(this::isThere)
        .toList();
  }

  /** All entries, the newest first, whether their files are there or not. */
  List<CatalogueEntry> entries() {
    return named(CatalogueEntry.SUFFIX).stream()
        .flatMap(file -> entry(file).stream())
        .sorted(
            Comparator.comparing((CatalogueEntry entry) -> entry.snapshot().savedAt()).reversed())
        .toList();
  }

  /** Names of all files that end in {@code .db}. */
  List<String> snapshotFiles() {
    return named(CatalogueEntry.FILE_SUFFIX).stream()
        .map(file -> file.getFileName().toString())
        .sorted()
        .toList();
  }

  /** The size of a file; empty when it is not there. */
  Optional<Long> sizeOf(String file) {
    try {
      Path there = path.resolve(file);
      return path.equals(there.getParent()) && Files.isRegularFile(there)
          ? Optional.of(Files.size(there))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
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
      if (Files.size(file) > ENTRY_LIMIT_BYTES) {
        return Optional.empty();
      }
      return CatalogueEntry.parse(Files.readString(file, StandardCharsets.UTF_8));
    } catch (IOException e) {
      LOG.warn("{} is left out of the catalogue: {}", file, e.toString());
      return Optional.empty();
    }
  }

  /**
   * Whether the file of an entry is there in its full size; a file name with a slash is never
   * accepted.
   */
  private boolean isThere(SavedSnapshot snapshot) {
    return sizeOf(snapshot.file()).filter(size -> size == snapshot.sizeBytes()).isPresent();
  }

  /**
   * Removes files that dead attempts left behind: only names that Quorate gives, and only files
   * older than an hour.
   */
  void removeLeftBehind(Instant now) {
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.filter(SnapshotFolder::isPart).toList()) {
        if (Files.getLastModifiedTime(file).toInstant().isBefore(now.minus(LEFT_BEHIND_FOR))) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      // A file that could not be removed only takes up space; the next save tries again.
      LOG.warn("half files in {} could not be removed: {}", path, e.toString());
    }
  }

  private static boolean isPart(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith(PartFile.PREFIX) && name.endsWith(PartFile.SUFFIX);
  }

  Failure failure(String what, IOException e) {
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
