package io.quorate.configuration;

import io.quorate.configuration.InvalidConfiguration.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Files of clusters in the directory {@code clusters.d} beside {@code quorate.yml}, in the order of
 * their names.
 *
 * @param there whether the directory exists, also without files
 * @param files the files, each with one or many clusters
 * @param unlisted why the directory could not be listed, if so
 */
record ClusterFiles(boolean there, List<Path> files, Optional<Problem> unlisted) {
  /** Name of the directory beside {@code quorate.yml}. */
  static final String DIRECTORY = "clusters.d";

  /** No directory. */
  static final ClusterFiles NONE = new ClusterFiles(false, List.of(), Optional.empty());

  private static final Set<String> ENDINGS = Set.of(".yml", ".yaml");

  ClusterFiles {
    files = List.copyOf(files);
  }

  /**
   * Returns the files beside this {@code quorate.yml}. Files of editors and packages, which have
   * other endings or begin with a dot, do not count.
   */
  static ClusterFiles beside(Path configuration) {
    try (Stream<Path> all = Files.list(directory(configuration))) {
      return new ClusterFiles(
          true, all.filter(ClusterFiles::counts).sorted().toList(), Optional.empty());
    } catch (NoSuchFileException none) {
      return NONE;
    } catch (IOException | UncheckedIOException unreadable) {
      String why = "cannot be read as a directory: " + unreadable.getClass().getSimpleName();
      return new ClusterFiles(true, List.of(), Optional.of(problem(configuration, why)));
    }
  }

  /** Returns a problem of the directory. */
  static Problem problem(Path configuration, String why) {
    return new Problem(directory(configuration).toString(), 1, "", why);
  }

  private static Path directory(Path configuration) {
    return configuration.toAbsolutePath().resolveSibling(DIRECTORY);
  }

  /** Returns whether nobody has put any file there. */
  boolean isNone() {
    return files.isEmpty() && unlisted.isEmpty();
  }

  private static boolean counts(Path file) {
    String name = file.getFileName().toString();
    return ENDINGS.stream().anyMatch(name::endsWith) && !name.startsWith(".");
  }

  /** Returns a mark of each file (size, time, inode), which differs after the file was written. */
  List<String> marks() {
    return Stream.concat(
            unlisted.stream().map(Problem::toString), files.stream().map(ClusterFiles::mark))
        .toList();
  }

  private static String mark(Path file) {
    try {
      var seen = Files.readAttributes(file, BasicFileAttributes.class);
      return "%s %d %s %s".formatted(file, seen.size(), seen.lastModifiedTime(), seen.fileKey());
    } catch (IOException unreadable) {
      return file + " " + unreadable.getClass().getSimpleName();
    }
  }
}
