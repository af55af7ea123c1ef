package io.quorate.snapshots;

import io.quorate.port.SnapshotSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A file of the store that is being written; closing deletes the file unless it has got its final
 * name.
 */
final class PartFile implements SnapshotSink, AutoCloseable {
  static final String PREFIX = "quorate-";
  static final String SUFFIX = ".part";

  private final Path path;
  private final FileChannel channel;
  private final boolean ofFolder;
  private boolean kept;
  private final TrailerDigest digest = new TrailerDigest();
  private Optional<IOException> failed = Optional.empty();

  private PartFile(Path path, FileChannel channel, boolean ofFolder) {
    this.path = path;
    this.channel = channel;
    this.ofFolder = ofFolder;
  }

  static PartFile in(Path folder) throws IOException {
    Path path = folder.resolve(PREFIX + UUID.randomUUID() + SUFFIX);
    FileChannel channel =
        FileChannel.open(
            path,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            OwnerOnly.file());
    return new PartFile(path, channel, OwnerOnly.handOver(path));
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

  /**
   * Returns the first failure to write, which the stream may report in other words or not at all.
   */
  Optional<IOException> failed() {
    return failed;
  }

  TrailerDigest digest() {
    return digest;
  }

  /** The same with a name in the folder of the file. */
  void becomes(String name) throws IOException {
    becomes(path.resolveSibling(name));
  }

  /**
   * Syncs the file and gives it its final name; throws {@link FileAlreadyExistsException} when the
   * name is taken.
   */
  void becomes(Path target) throws IOException {
    channel.force(true);
    moveWithoutReplacing(target);
    sync(target.resolveSibling("."));
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

  @Override
  public void close() throws IOException {
    channel.close();
    if (!kept) {
      Files.deleteIfExists(path);
    }
  }
}
