package io.quorate.configuration;

import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.InvalidConfiguration.Problems;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * File of {@code clusters.d} that was read.
 *
 * @param text what stood in it
 * @param clusters its clusters, as far as they could be read
 * @param uses names, labels and places that it uses
 */
record ClusterFile(
    Path file,
    String text,
    SortedMap<ClusterKey, ClusterSettings> clusters,
    Conflicts uses,
    Problems problems) {
  /** Reads a file; {@code taken} is what others use. */
  static ClusterFile of(Path file, Paths paths, Conflicts taken) {
    try {
      return of(file, ConfigurationFile.text(file, "in " + ClusterFiles.DIRECTORY), paths, taken);
    } catch (InvalidConfiguration unreadable) {
      Problems problems = new Problems(file.toString());
      problems.add(1, "", String.valueOf(unreadable.getMessage()));
      return new ClusterFile(file, "", new TreeMap<>(), taken.in(name(file)), problems);
    }
  }

  private static ClusterFile of(Path file, String text, Paths paths, Conflicts taken) {
    Problems problems = new Problems(file.toString());
    Conflicts uses = taken.in(name(file));
    SortedMap<ClusterKey, ClusterSettings> clusters =
        Yaml.read(text, problems)
            .map(
                mapping -> {
                  Section root = Section.of(paths.context(problems), "", 1, mapping);
                  var read = new ClustersReader(root, paths, uses).read();
                  root.close();
                  return read;
                })
            .orElseGet(TreeMap::new);
    return new ClusterFile(file, text, clusters, uses, problems);
  }

  /** Reads the same text beside others. */
  ClusterFile again(Paths paths, Conflicts taken) {
    return of(file, text, paths, taken);
  }

  /** Returns this file, without a second read, with the uses of other files to compare. */
  ClusterFile beside(Conflicts others) {
    return new ClusterFile(file, text, clusters, uses.beside(others), problems);
  }

  boolean isRight() {
    return problems.found().isEmpty();
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }
}
