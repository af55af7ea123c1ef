package io.quorate.configuration;

import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.InvalidConfiguration.Problem;
import io.quorate.configuration.InvalidConfiguration.Problems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Files of clusters in the directory {@code clusters.d} beside {@code quorate.yml}, in the order of
 * their names. A file that is wrong is left out as a whole, with its problems, and every other
 * cluster stays. Two files that use the same name, label or place are both wrong: nobody knows
 * which one is the copy.
 *
 * @param files the files, each with one or many clusters
 * @param unlisted why the directory could not be listed, if so
 */
record ClusterFiles(List<Path> files, Optional<Problem> unlisted) {
  /** Name of the directory beside {@code quorate.yml}. */
  static final String DIRECTORY = "clusters.d";

  /** No files. */
  static final ClusterFiles NONE = new ClusterFiles(List.of(), Optional.empty());

  private static final Set<String> ENDINGS = Set.of(".yml", ".yaml");

  /**
   * Clusters of the files.
   *
   * @param clusters clusters of the files that are right
   * @param wrong problems of the files that are left out, by file and line
   * @param out first problem of the file of each cluster that is left out, as far as its name can
   *     be read
   */
  record Read(
      SortedMap<ClusterKey, ClusterSettings> clusters,
      List<Problem> wrong,
      SortedMap<ClusterKey, Problem> out) {}

  ClusterFiles {
    files = List.copyOf(files);
  }

  /**
   * Returns the files beside this {@code quorate.yml}. Files of editors and packages, which have
   * other endings or begin with a dot, do not count.
   */
  static ClusterFiles beside(Path configuration) {
    Path directory = configuration.toAbsolutePath().resolveSibling(DIRECTORY);
    try (Stream<Path> all = Files.list(directory)) {
      return new ClusterFiles(all.filter(ClusterFiles::counts).sorted().toList(), Optional.empty());
    } catch (NoSuchFileException none) {
      return NONE;
    } catch (IOException | UncheckedIOException unreadable) {
      String why = "cannot be read as a directory: " + unreadable.getClass().getSimpleName();
      return new ClusterFiles(
          List.of(), Optional.of(new Problem(directory.toString(), 1, "", why)));
    }
  }

  /** Returns whether nobody has put any file there. */
  boolean isNone() {
    return equals(NONE);
  }

  private static boolean counts(Path file) {
    String name = file.getFileName().toString();
    return ENDINGS.stream().anyMatch(name::endsWith) && !name.startsWith(".");
  }

  /**
   * Reads the files.
   *
   * @param paths of the directory of {@code quorate.yml}, to which all relative paths belong
   * @param taken what {@code quorate.yml} uses
   */
  Read read(Paths paths, Conflicts taken) {
    SortedMap<ClusterKey, ClusterSettings> clusters = new TreeMap<>();
    List<Problem> wrong = new ArrayList<>();
    SortedMap<ClusterKey, Problem> out = new TreeMap<>();
    unlisted.ifPresent(wrong::add);
    List<OneFile> alone = files.stream().map(file -> read(file, paths, taken)).toList();
    alone.stream().filter(OneFile::isRight).forEach(one -> one.uses().contend());
    for (OneFile one : alone) {
      boolean contended = one.isRight() && one.uses().isContended();
      OneFile last = contended ? read(one.file(), paths, taken) : one;
      if (last.isRight()) {
        clusters.putAll(last.clusters());
      } else {
        List<Problem> found = last.problems().found();
        wrong.addAll(found);
        last.clusters().keySet().forEach(cluster -> out.put(cluster, found.getFirst()));
      }
    }
    return new Read(clusters, wrong, out);
  }

  /** File that was read. */
  private record OneFile(
      Path file,
      SortedMap<ClusterKey, ClusterSettings> clusters,
      Conflicts uses,
      Problems problems) {
    boolean isRight() {
      return problems.found().isEmpty();
    }
  }

  private static OneFile read(Path file, Paths paths, Conflicts taken) {
    Conflicts uses = taken.in(file.getFileName().toString());
    Problems problems = new Problems(file.toString());
    return new OneFile(file, clusters(file, paths, uses, problems), uses, problems);
  }

  private static SortedMap<ClusterKey, ClusterSettings> clusters(
      Path file, Paths paths, Conflicts conflicts, Problems problems) {
    try {
      return Yaml.read(ConfigurationFile.text(file, "in " + DIRECTORY), problems)
          .map(
              mapping -> {
                Section.Context context =
                    new Section.Context(problems, paths.environment(), Optional.empty());
                Section root = Section.of(context, "", 1, mapping);
                var clusters = new ClustersReader(root, paths, conflicts).read();
                root.close();
                return clusters;
              })
          .orElseGet(TreeMap::new);
    } catch (InvalidConfiguration unreadable) {
      problems.add(1, "", String.valueOf(unreadable.getMessage()));
      return new TreeMap<>();
    }
  }
}
