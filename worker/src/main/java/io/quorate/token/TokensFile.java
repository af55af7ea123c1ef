package io.quorate.token;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * File with the tokens of all people. It is read whenever somebody has to be known, so that a token
 * counts from when its line stands there, and no longer than that.
 */
public record TokensFile(Path path) {
  /** A charset that every byte has a character in, for what is only passed on. */
  private static final Charset BYTE_BY_BYTE = StandardCharsets.ISO_8859_1;

  /**
   * Reads the file. A byte that is no UTF-8 spoils its own line at most. Throws {@link
   * UncheckedIOException} when the file cannot be read.
   */
  public Tokens read() {
    return Tokens.parse(new String(bytes(), StandardCharsets.UTF_8));
  }

  private byte[] bytes() {
    try {
      return Files.readAllBytes(path);
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
      byte[] before = bytes();
      boolean ended = before.length == 0 || before[before.length - 1] == '\n';
      String line = (ended ? "" : "\n") + entry.line() + "\n";
      Files.writeString(path, line, StandardOpenOption.APPEND);
      return created;
    } catch (IOException refused) {
      throw new UncheckedIOException("the file " + path + " cannot be written", refused);
    }
  }

  /**
   * Takes the tokens of a person out, also where one stands under another name: that line would
   * count from then on. Comments and all other lines stay, byte by byte.
   *
   * @param names all that the person is called; letter case does not matter
   * @return what is gone, in the order of the file
   */
  public List<Tokens.Entry> remove(Set<String> names) {
    List<String> lines = new String(bytes(), BYTE_BY_BYTE).lines().toList();
    List<TokenHash> theirs =
        lines.stream()
            .flatMap(TokensFile::entry)
            .filter(entry -> names.stream().anyMatch(entry.name()::equalsIgnoreCase))
            .map(Tokens.Entry::hash)
            .toList();
    List<Tokens.Entry> gone = lines.stream().flatMap(line -> entry(line, theirs)).toList();
    if (!gone.isEmpty()) {
      replace(lines.stream().filter(line -> entry(line, theirs).findAny().isEmpty()));
    }
    return gone;
  }

  private static Stream<Tokens.Entry> entry(String line, List<TokenHash> hashes) {
    return entry(line).filter(entry -> hashes.stream().anyMatch(entry.hash()::matches));
  }

  private static Stream<Tokens.Entry> entry(String line) {
    return Tokens.entry(new String(line.getBytes(BYTE_BY_BYTE), StandardCharsets.UTF_8)).stream();
  }

  /** Replaces the file as a whole, because a reader of half a file would know nobody. */
  private void replace(Stream<String> lines) {
    String left = lines.map(line -> line + "\n").collect(Collectors.joining());
    try {
      Path real = path.toRealPath();
      Path fresh = real.resolveSibling(real.getFileName() + ".new");
      Files.copy(
          real, fresh, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
      Files.writeString(fresh, left, BYTE_BY_BYTE);
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
