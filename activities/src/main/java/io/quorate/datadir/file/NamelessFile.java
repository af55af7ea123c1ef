package io.quorate.datadir.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** Files of this machine without a name, so that a killed worker leaves nothing. */
public final class NamelessFile {
  private NamelessFile() {}

  /** The user's choice, else the place for what is large: {@code /tmp} may be memory. */
  public static Path usualFolder() {
    return Path.of(Optional.ofNullable(System.getenv("TMPDIR")).orElse("/var/tmp"));
  }

  /** An empty file in the folder, to write and to read; who asked for it closes it. */
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
