package io.quorate.snapshots;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of the store that is being written; closing deletes the file unless it has got its final
 * name.
 */
final class PartFile implements Writing {
  private static final Logger LOG = LoggerFactory.getLogger(PartFile.class);
  private static final Duration LEFT_BEHIND_FOR = Duration.ofHours(1);
  private static final String PREFIX = "quorate-";
  private static final String SUFFIX = ".part";

  private final Path path;
  private final String stem;
  private final FileChannel channel;
  private final boolean ofFolder;
  private boolean kept;
  private final TrailerDigest digest = new TrailerDigest();
  private Optional<IOException> failed = Optional.empty();

  private PartFile(Path path, String stem, FileChannel channel, boolean ofFolder) {
    this.path = path;
    this.stem = stem;
    this.channel = channel;
    this.ofFolder = ofFolder;
  }

  /** Begins a file that gets its name by {@link #becomes} or {@link #replaces}. */
  static PartFile in(Path folder) throws IOException {
    return in(folder, "");
  }

  /** Begins a snapshot, whose name is this stem and digits of its SHA-256. */
  static PartFile in(Path folder, String stem) throws IOException {
    Path path = newName(folder);
    FileChannel channel =
        FileChannel.open(
            path,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            OwnerOnly.file());
    return new PartFile(path, stem, channel, OwnerOnly.handOver(path));
  }

  /** A name that no file of the folder has. */
  static Path newName(Path folder) {
    return folder.resolve(PREFIX + UUID.randomUUID() + SUFFIX);
  }

  Path path() {
    return path;
  }

  /** Leaves the file where it is when it is closed. */
  void keep() {
    kept = true;
  }

  /** Whether the owner of the folder can read the file. */
  boolean isOfFolder() {
    return ofFolder;
  }

  @Override
  public void take(byte[] bytes, long remaining) throws IOException {
    try {
      var buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    } catch (IOException e) {
      failed = Optional.of(e);
      throw e;
    }
    digest.update(bytes);
  }

  @Override
  public Optional<IOException> failed() {
    return failed;
  }

  @Override
  public TrailerDigest digest() {
    return digest;
  }

  @Override
  public String finish(String sha256) throws IOException {
    String file = CatalogueEntry.fileName(stem, sha256);
    becomes(file);
    return file;
  }

  /**
   * Syncs the file and gives it its final name in its folder; throws {@link
   * FileAlreadyExistsException} when the name is taken.
   */
  void becomes(String name) throws IOException {
    channel.force(true);
    moveWithoutReplacing(path.resolveSibling(name));
    sync(path.resolveSibling("."));
  }

  /** Gives the file this name durably, in place of a file that has the name. */
  void replaces(String name) throws IOException {
    channel.force(true);
    Files.move(path, path.resolveSibling(name), StandardCopyOption.ATOMIC_MOVE);
    sync(path.resolveSibling("."));
  }

  private void moveWithoutReplacing(Path target) throws IOException {
    try {
      // A hard link never replaces a file. A rename in Java checks first whether the name is free,
      // and another process may take the name between check and rename.
      Files.createLink(target, path);
    } catch (UnsupportedOperationException e) {
      Files.move(path, target);
    }
  }

  /** Syncs a directory, which makes the names in it durable. */
  static void sync(Path folder) throws IOException {
    try (var directory = FileChannel.open(folder, StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  /** Whether the file has a name that only {@link #in} gives. */
  static boolean isPart(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
  }

  /**
   * Removes files that dead attempts left behind: only names that Quorate gives, and only files
   * older than an hour.
   */
  static void removeLeftBehind(Path folder, Instant now) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(PartFile::isPart).toList()) {
        if (Files.getLastModifiedTime(file).toInstant().isBefore(now.minus(LEFT_BEHIND_FOR))) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      // A file that could not be removed only takes up space; the next save tries again.
      LOG.warn("half files in {} could not be removed: {}", folder, e.toString());
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
    if (!kept) {
      Files.deleteIfExists(path);
    }
  }
}
