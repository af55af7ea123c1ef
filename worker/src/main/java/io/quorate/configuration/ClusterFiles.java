package io.quorate.configuration;

import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.InvalidConfiguration.Problem;
import io.quorate.configuration.InvalidConfiguration.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Files of clusters in the directory {@code clusters.d} beside {@code quorate.yml}, in the order of
 * their names. A file that is wrong is left out as a whole, with its problems, and every other
 * cluster stays.
 *
 * @param files the files, each with one or many clusters
 */
record ClusterFiles(List<Path> files) {
  /** Name of the directory beside {@code quorate.yml}. */
  static final String DIRECTORY = "clusters.d";

  /** No files. */
  static final ClusterFiles NONE = new ClusterFiles(List.of());

  private static final String ENDING = ".yml";

  /**
   * Clusters of the files.
   *
   * @param clusters clusters of the files that are right
   * @param wrong problems of the files that are left out, by file and line
   */
  record Read(SortedMap<ClusterKey, ClusterSettings> clusters, List<Problem> wrong) {}

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
      return new ClusterFiles(all.filter(ClusterFiles::counts).sorted().toList());
    } catch (NoSuchFileException | NotDirectoryException none) {
      return NONE;
    } catch (IOException unreadable) {
      throw new InvalidConfiguration(
          "the directory "
              + directory
              + " cannot be read: "
              + unreadable.getClass().getSimpleName());
    }
  }

  private static boolean counts(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(ENDING) && !name.startsWith(".");
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
    for (Path file : files) {
      Conflicts own = taken.in(file.getFileName().toString());
      Problems problems = new Problems(file.toString());
      SortedMap<ClusterKey, ClusterSettings> read = read(file, paths, own, problems);
      if (problems.found().isEmpty()) {
        clusters.putAll(read);
        own.keep();
      } else {
        wrong.addAll(problems.found());
      }
    }
    return new Read(clusters, wrong);
  }

  private static SortedMap<ClusterKey, ClusterSettings> read(
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
