package io.quorate.datadir.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * Scratch files of this machine that have no name in any folder. The system frees such a file when
 * it is closed, also when the worker is killed.
 */
public final class NamelessFile {
  /** Bytes of the disk that stay free for others. */
  private static final long LEFT_FREE = 256L * 1024 * 1024;

  private NamelessFile() {}

  /**
   * Returns the folder for large scratch files: {@code TMPDIR} where it is set, else {@code
   * /var/tmp}. {@code /tmp} is not used, because {@code /tmp} may be in memory.
   */
  public static Path usualFolder() {
    return Path.of(Optional.ofNullable(System.getenv("TMPDIR")).orElse("/var/tmp"));
  }

  /**
   * Returns whether the folder has room for so many bytes beside what stays free. A folder that is
   * gone has none.
   */
  public static boolean hasRoomFor(Path folder, long bytes) {
    return folder.toFile().getUsableSpace() >= bytes + LEFT_FREE;
  }

  /**
   * Returns a new empty file in the folder, open for writing and reading. The caller closes the
   * file.
   */
  public static FileChannel in(Path folder) throws IOException {
    Path named =
        Files.createTempFile(
            folder,
            "quorate-",
            ".read",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      return FileChannel.open(named, StandardOpenOption.READ, StandardOpenOption.WRITE);
    } finally {
      Files.delete(named);
    }
  }
}
