package io.quorate.volume;

import io.quorate.shell.Facts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Folders and files of a member, as its host lists them. Each entry is parsed into numbers, a mode,
 * an owner and a path below the member's directory, and is written anew for the next host. An entry
 * that cannot be parsed is a refusal that names the host.
 *
 * @param lines for the next place, which checks the paths again
 */
record MovedList(List<MovedFile> files, List<String> lines) {
  private static final List<String> ROOTS = List.of("root", "log-root");

  /** Owners and modes; the bits beyond 0777 are nobody's business in a data directory. */
  private static final Pattern FOLDER =
      Pattern.compile("[0-7]?([0-7]{3}) (\\d{1,10}:\\d{1,10})\t(.*)");

  private static final Pattern FILE =
      Pattern.compile(
          "(\\d{1,18}) (-?\\d{1,12}\\.\\d{1,9}) [0-7]?([0-7]{3}) (\\d{1,10}:\\d{1,10})\t(.*)");

  private static final Pattern ARRIVED =
      Pattern.compile("(\\d{1,18}) (-?\\d{1,12}\\.\\d{1,9})\t(.*)");

  MovedList {
    files = List.copyOf(files);
    lines = List.copyOf(lines);
  }

  /** Reads the output of {@code survey-files.sh}. */
  static MovedList of(Facts facts) {
    List<MovedFile> files = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (String kind : List.of("root", "log-root", "folder")) {
      int number = 0;
      for (String fact : facts.all(kind)) {
        lines.add(folder(facts, kind, fact, ++number));
      }
    }
    for (String kind : List.of(MovedFile.DATA, MovedFile.LOG)) {
      int number = 0;
      for (String fact : entries(facts, kind)) {
        Matcher parts = FILE.matcher(fact);
        MovedFile file = file(facts, kind, parts, 5, ++number);
        files.add(file);
        lines.add(
            "%s=%d %s %s %s\t%s"
                .formatted(
                    kind,
                    file.size(),
                    file.time(),
                    mode(parts.group(3)),
                    parts.group(4),
                    file.path().text()));
      }
    }
    return new MovedList(files, lines);
  }

  /** User and group of the data directory, as numbers. */
  static String owner(Facts facts) {
    String root = facts.first("root").orElse("");
    Matcher parts = FOLDER.matcher(root);
    if (!parts.matches()) {
      throw facts.lie("root", 1, "mode, owner and path");
    }
    return parts.group(2);
  }

  /** The mode without what lets strangers write. */
  private static String mode(String octal) {
    return Integer.toOctalString(Integer.parseInt(octal, 8) & 0775);
  }

  /** Reads the files that an earlier attempt brought from the output of {@code receive.sh}. */
  static List<MovedFile> arrived(Facts facts) {
    List<MovedFile> files = new ArrayList<>();
    for (String kind : List.of(MovedFile.DATA, MovedFile.LOG)) {
      int number = 0;
      for (String fact : entries(facts, kind)) {
        files.add(file(facts, kind, ARRIVED.matcher(fact), 3, ++number));
      }
    }
    return files;
  }

  /** Entries of this key, which have a tab. The line {@code data=present} of a look has none. */
  private static List<String> entries(Facts facts, String kind) {
    return facts.all(kind).stream().filter(fact -> fact.indexOf('\t') >= 0).toList();
  }

  private static String folder(Facts facts, String kind, String fact, int number) {
    Matcher parts = FOLDER.matcher(fact);
    if (!parts.matches()) {
      throw facts.lie(kind, number, "mode, owner and path");
    }
    MovedPath path =
        MovedPath.of(parts.group(3))
            .filter(found -> found.isRoot() || !ROOTS.contains(kind))
            .orElseThrow(() -> facts.lie(kind, number, "path below the member's directory"));
    return "%s=%s %s\t%s".formatted(kind, mode(parts.group(1)), parts.group(2), path.text());
  }

  private static MovedFile file(
      Facts facts, String kind, Matcher parts, int pathGroup, int number) {
    if (!parts.matches()) {
      throw facts.lie(kind, number, "size, time, mode, owner and path");
    }
    Optional<MovedPath> path =
        MovedPath.of(parts.group(pathGroup)).filter(found -> !found.isRoot());
    return new MovedFile(
        kind,
        Long.parseLong(parts.group(1)),
        parts.group(2),
        path.orElseThrow(() -> facts.lie(kind, number, "path below the member's directory")));
  }

  /** The lines as a text that travels. */
  String text() {
    return String.join("\n", lines) + (lines.isEmpty() ? "" : "\n");
  }
}
