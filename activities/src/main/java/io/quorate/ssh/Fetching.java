package io.quorate.ssh;

import io.quorate.datadir.file.LocalFile;
import io.quorate.datadir.file.NamelessFile;
import io.quorate.datadir.file.ReadOnlyFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Fetches whole files of hosts. A database is walked page by page in the order of its tree; over a
 * line with 20 ms that would take hours for 8 GiB, and from first byte to last it is minutes. A
 * fetched file has no name, so that a killed worker leaves nothing.
 *
 * @param folder of this machine; where it is gone or full nothing is fetched
 */
record Fetching(Path folder) {
  /** Bytes that are copied at once. */
  private static final int PIECE = 64 * 1024;

  /** Bytes between two looks at the room. */
  private static final long STRETCH = 64L * 1024 * 1024;

  /** Fetches into the folder for large scratch files. */
  static Fetching onThisMachine() {
    return new Fetching(NamelessFile.usualFolder());
  }

  /**
   * Fetches the file; empty where this machine has no room for it.
   *
   * @throws IOException where it breaks off, which says nothing of the file
   */
  Optional<ReadOnlyFile> of(SftpFile file) throws IOException {
    long size = file.size();
    Optional<FileChannel> channel = hasRoomFor(size) ? nameless() : Optional.empty();
    return channel.isPresent() ? of(file, size, channel.get()) : Optional.empty();
  }

  private Optional<ReadOnlyFile> of(SftpFile file, long size, FileChannel to) throws IOException {
    boolean fetched = false;
    try (InputStream from = file.toEnd(size)) {
      fetched = copied(from, size, to);
    } catch (EOFException cut) {
      throw SftpFile.cut(cut);
    } finally {
      if (!fetched) {
        to.close();
      }
    }
    return fetched ? Optional.of(new LocalFile(to)) : Optional.empty();
  }

  /** Copies all of it; false where the room of this machine was not enough. */
  private boolean copied(InputStream from, long size, FileChannel to) throws IOException {
    byte[] piece = new byte[PIECE];
    long copied = 0;
    for (int read = from.read(piece); read >= 0; read = from.read(piece)) {
      if (copied / STRETCH != (copied + read) / STRETCH && !hasRoomFor(0)
          || !written(ByteBuffer.wrap(piece, 0, read), to)) {
        return false;
      }
      copied += read;
    }
    if (copied < size) {
      throw new IOException("it broke off at %d of %d bytes".formatted(copied, size));
    }
    return true;
  }

  private static boolean written(ByteBuffer bytes, FileChannel to) {
    try {
      while (bytes.hasRemaining()) {
        to.write(bytes);
      }
      return true;
    } catch (IOException full) {
      return false;
    }
  }

  private boolean hasRoomFor(long bytes) {
    return NamelessFile.hasRoomFor(folder, bytes);
  }

  private Optional<FileChannel> nameless() {
    try {
      return Optional.of(NamelessFile.in(folder));
    } catch (IOException unusable) {
      return Optional.empty();
    }
  }
}
