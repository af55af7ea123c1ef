package io.quorate.lab.machine;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Content of a folder by the checksums of its files: a later check tells whether a byte was
 * changed.
 *
 * @param sha256 of each file, by its path below the folder
 */
public record Contents(SortedMap<String, String> sha256) {
  /** Content of a folder that does not exist. */
  public static final Contents NONE = new Contents(new TreeMap<>());

  public Contents {
    sha256 = Collections.unmodifiableSortedMap(new TreeMap<>(sha256));
  }

  /**
   * Reads every file below the folder; follows no symbolic link. A folder that is renamed meanwhile
   * is an error, so that no file is missing without a word.
   */
  public static Contents of(Path folder) throws IOException {
    SortedMap<String, String> sha256 = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        if (attributes(file).isRegularFile()) {
          sha256.put(folder.relativize(file).toString(), digest(file));
        }
      }
    }
    return new Contents(sha256);
  }

  /** {@link Files#isRegularFile} would take a file that is gone for no file. */
  private static BasicFileAttributes attributes(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  private static String digest(Path file) throws IOException {
    try (InputStream bytes = Files.newInputStream(file);
        var digested = new DigestInputStream(bytes, MessageDigest.getInstance("SHA-256"))) {
      digested.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digested.getMessageDigest().digest());
    } catch (NoSuchAlgorithmException never) {
      throw new IllegalStateException("every Java has SHA-256", never);
    }
  }

  /** Returns for each file that differs what became of it, as in {@code a/b was changed}. */
  public List<String> changesUntil(Contents now) {
    List<String> changes = new ArrayList<>();
    sha256.forEach(
        (file, was) -> {
          String is = now.sha256.get(file);
          if (is == null) {
            changes.add(file + " is gone");
          } else if (!is.equals(was)) {
            changes.add(file + " was changed");
          }
        });
    now.sha256.keySet().stream()
        .filter(file -> !sha256.containsKey(file))
        .forEach(file -> changes.add(file + " was added"));
    return changes;
  }
}
