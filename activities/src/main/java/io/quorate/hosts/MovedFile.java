package io.quorate.hosts;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * File of a member that is copied to another machine.
 *
 * @param kind data or log, which may have a directory of its own on either side
 * @param size in bytes
 * @param time of its last change, in seconds; the copy gets it once it is whole
 * @param path below the directory of its kind
 */
record MovedFile(String kind, long size, String time, String path) {
  private static final String DATA = "data";
  private static final String LOG = "log";

  /** All files that a script listed. */
  static List<MovedFile> all(Facts list) {
    return Stream.of(DATA, LOG)
        .flatMap(kind -> list.all(kind).stream().flatMap(fact -> read(kind, fact).stream()))
        .toList();
  }

  /** The lines of a list that the next place needs, as the script printed them. */
  static String lines(Facts list) {
    return list.lines().stream()
        .filter(line -> line.matches("(root|folder|data|log-root|log)=[^\t]*\t.*"))
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  private static Optional<MovedFile> read(String kind, String fact) {
    int tab = fact.indexOf('\t');
    String[] marks = fact.substring(0, Math.max(0, tab)).split(" ");
    return marks.length >= 2 && marks[0].matches("\\d{1,18}")
        ? Optional.of(
            new MovedFile(kind, Long.parseLong(marks[0]), marks[1], fact.substring(tab + 1)))
        : Optional.empty();
  }

  boolean isLog() {
    return kind.equals(LOG);
  }

  /** Finds the file among those that an earlier attempt brought. */
  Optional<MovedFile> in(List<MovedFile> arrived) {
    return arrived.stream()
        .filter(there -> there.kind.equals(kind) && there.path.equals(path))
        .findFirst();
  }
}
