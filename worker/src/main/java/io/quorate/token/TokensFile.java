package io.quorate.token;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Collectors;

/**
 * File with the tokens of all people. It is read whenever somebody has to be known, so that a token
 * counts from when its line stands there, and no longer than that.
 */
public record TokensFile(Path path) {
  /** Reads the file. Throws {@link UncheckedIOException} when that is not possible. */
  public Tokens read() {
    return Tokens.parse(text());
  }

  private String text() {
    try {
      return Files.readString(path);
    } catch (IOException gone) {
      throw new UncheckedIOException("the file " + path + " cannot be read", gone);
    }
  }

  /**
   * Adds an entry at the end. A file that is not there is created, for its owner alone to read; one
   * that is there keeps owner and permissions.
   *
   * @return whether the file was created
   */
  public boolean add(Tokens.Entry entry) {
    try {
      boolean created = !Files.exists(path);
      if (created) {
        Files.createFile(path, ownerOnly());
      }
      boolean ended = created || text().isEmpty() || text().endsWith("\n");
      String line = (ended ? "" : "\n") + entry.line() + "\n";
      Files.writeString(path, line, StandardOpenOption.APPEND);
      return created;
    } catch (IOException refused) {
      throw new UncheckedIOException("the file " + path + " cannot be written", refused);
    }
  }

  /**
   * Takes the entries of a person out; comments and all other lines stay. The file is replaced as a
   * whole, because a reader of half a file would know nobody.
   */
  public void remove(String name) {
    String left =
        text()
            .lines()
            .filter(line -> Tokens.parse(line).of(name).isEmpty())
            .map(line -> line + "\n")
            .collect(Collectors.joining());
    try {
      Path real = path.toRealPath();
      Path fresh = real.resolveSibling(real.getFileName() + ".new");
      Files.copy(
          real, fresh, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
      Files.writeString(fresh, left, StandardCharsets.UTF_8);
      Files.move(fresh, real, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException refused) {
      throw new UncheckedIOException("the file " + path + " cannot be written", refused);
    }
  }

  private static FileAttribute<?>[] ownerOnly() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }
}
