package io.quorate.hosts.ssh;

import io.quorate.datadir.file.LocalFile;
import io.quorate.datadir.file.ReadOnlyFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.apache.sshd.sftp.client.SftpClient;

/**
 * A file of a host, fetched whole. A database is walked page by page in the order of its tree; over
 * a line with 20 ms that would take hours for 8 GiB, and from first byte to last it is minutes. The
 * fetched one has no name, so that a killed worker leaves nothing.
 */
final class FetchedFile {
  /** As much as OpenSSH's server gives at once in all its versions. */
  private static final int PIECE = 64 * 1024;

  /** What this machine's disk keeps for others. */
  private static final long LEFT_FREE = 256L * 1024 * 1024;

  /** The user's choice, else the place for what is large: {@code /tmp} may be memory. */
  private static final Path FOLDER =
      Optional.ofNullable(System.getenv("TMPDIR"))
          .map(Path::of)
          .or(() -> Optional.of(Path.of("/var/tmp")))
          .filter(Files::isWritable)
          .orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir")));

  private FetchedFile() {}

  static boolean hasRoomFor(long bytes) throws IOException {
    return Files.getFileStore(FOLDER).getUsableSpace() >= bytes + LEFT_FREE;
  }

  /**
   * Fetches the file.
   *
   * @throws IOException where it breaks off, which says nothing of the file
   */
  static ReadOnlyFile of(SftpClient client, String path) throws IOException {
    FileChannel channel = nameless();
    boolean fetched = false;
    try (InputStream from = client.read(path, PIECE)) {
      copy(from, channel);
      long size = client.stat(path).getSize();
      if (channel.size() < size) {
        throw new IOException("%s broke off at %d of %d".formatted(path, channel.size(), size));
      }
      fetched = true;
      return new LocalFile(channel);
    } catch (EOFException cut) {
      throw new IOException("the connection ended: " + cut.getMessage(), cut);
    } finally {
      if (!fetched) {
        channel.close();
      }
    }
  }

  private static FileChannel nameless() throws IOException {
    Path named =
        Files.createTempFile(
            FOLDER,
            "quorate-",
            ".read",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      return FileChannel.open(named, StandardOpenOption.READ, StandardOpenOption.WRITE);
    } finally {
      Files.delete(named);
    }
  }

  private static void copy(InputStream from, FileChannel to) throws IOException {
    byte[] piece = new byte[PIECE];
    for (int read = from.read(piece); read >= 0; read = from.read(piece)) {
      ByteBuffer bytes = ByteBuffer.wrap(piece, 0, read);
      while (bytes.hasRemaining()) {
        to.write(bytes);
      }
    }
  }
}
