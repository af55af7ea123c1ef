package io.quorate.configuration;

import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.InvalidConfiguration.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Clusters of the files in {@code clusters.d}, which a running process reads again. A file that is
 * wrong counts as it was read before, with its problems, and every other cluster stays; a file that
 * was never right is left out as a whole. Two files that use the same name, label or place are both
 * wrong, because either file may be the copy.
 */
public final class FurtherClusters {
  private final Main main;
  private final List<String> marks;

  /** Files that count, as they were read now or before. */
  private final SortedMap<Path, ClusterFile> counting = new TreeMap<>();

  private final Map<Path, ClusterFile> wrong = new TreeMap<>();
  private final List<Problem> problems = new ArrayList<>();

  /**
   * Content of {@code quorate.yml}, which is not read again.
   *
   * @param paths of the directory of the file, to which all relative paths belong
   * @param uses names, labels and places that the file uses
   */
  record Main(
      Path file, Paths paths, Conflicts uses, SortedMap<ClusterKey, ClusterSettings> clusters) {}

  private FurtherClusters(Main main, List<String> marks) {
    this.main = main;
    this.marks = marks;
  }

  /** Reads files for the first time. */
  static FurtherClusters of(Main main, ClusterFiles files) {
    FurtherClusters read = new FurtherClusters(main, files.marks());
    files.unlisted().ifPresent(read.problems::add);
    read.read(files.files(), Map.of());
    return read;
  }

  /**
   * Reads the files that are there now. A file with the text that counts is not read again. While
   * the directory is gone or cannot be listed, all files count as they were read before; an empty
   * one takes them out.
   */
  FurtherClusters again() {
    ClusterFiles files = ClusterFiles.beside(main.file());
    FurtherClusters read = new FurtherClusters(main, files.marks());
    Optional<Problem> unlisted =
        files.unlisted().or(() -> Optional.of(gone()).filter(any -> !files.there() && !isNone()));
    if (unlisted.isPresent()) {
      read.problems.add(unlisted.get());
      read.counting.putAll(counting);
    } else {
      read.read(files.files(), counting);
    }
    return read;
  }

  private boolean isNone() {
    return counting.isEmpty();
  }

  private Problem gone() {
    return ClusterFiles.problem(
        main.file(),
        "is gone, and its clusters stay. Do: bring it back; an empty directory takes them out");
  }

  /** Returns marks of the files as they are now, which are other ones after a change. */
  List<String> marksNow() {
    return ClusterFiles.beside(main.file()).marks();
  }

  /** Returns the marks that the files had when they were read. */
  List<String> marks() {
    return marks;
  }

  private void read(List<Path> files, Map<Path, ClusterFile> before) {
    for (Path file : files) {
      ClusterFile read = ClusterFile.of(file, main.paths(), main.uses().alone());
      ClusterFile old = before.get(file);
      if (old != null && old.text().equals(read.text())) {
        counting.put(file, old);
      } else if (read.isRight()) {
        counting.put(file, read);
      } else {
        fallBack(read, before);
      }
    }
    while (true) {
      List<ClusterFile> contended = contended();
      if (contended.isEmpty()) {
        break;
      }
      contended.forEach(file -> fallBack(file, before));
    }
    wrong.values().forEach(file -> problems.addAll(file.problems().found()));
  }

  /** Returns the files that are not known as wrong, and use what another one uses. */
  private List<ClusterFile> contended() {
    Conflicts all = main.uses().alone();
    counting.replaceAll((file, one) -> one.beside(all));
    counting.values().forEach(one -> one.uses().contend());
    return counting.values().stream()
        .filter(one -> !wrong.containsKey(one.file()))
        .filter(one -> one.uses().isContended())
        .map(one -> one.again(main.paths(), all))
        .toList();
  }

  /** Lets a file count as it was read before. */
  private void fallBack(ClusterFile file, Map<Path, ClusterFile> before) {
    wrong.put(file.file(), file);
    ClusterFile old = before.get(file.file());
    if (old == null) {
      counting.remove(file.file());
    } else {
      counting.put(file.file(), old);
    }
  }

  /** Returns the clusters of {@code quorate.yml} and of all files. */
  SortedMap<ClusterKey, ClusterSettings> clusters() {
    SortedMap<ClusterKey, ClusterSettings> all = new TreeMap<>(main.clusters());
    counting.values().forEach(file -> all.putAll(file.clusters()));
    return all;
  }

  /** Returns the problems of files that are wrong, by file and line. */
  List<Problem> problems() {
    return List.copyOf(problems);
  }

  /**
   * Returns the first problem of the file of each cluster that is left out, as far as the name can
   * be read.
   */
  SortedMap<ClusterKey, Problem> leftOut() {
    SortedMap<ClusterKey, Problem> out = new TreeMap<>();
    for (ClusterFile file : wrong.values()) {
      file.problems().found().stream()
          .findFirst()
          .ifPresent(why -> file.clusters().keySet().forEach(key -> out.putIfAbsent(key, why)));
    }
    out.keySet().removeAll(clusters().keySet());
    return out;
  }
}
