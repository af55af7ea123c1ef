package io.quorate.supervisor;

import java.util.Optional;

/**
 * Observation of a program file, made without running the program. Two equal observations mean the
 * same file, unchanged.
 *
 * @param stamp device, inode, size and time of the last change; or a word why there is none
 * @param kind whether the path is a link, which a switch re-points, or a file, which a switch
 *     replaces
 * @param at the real path, behind all links
 */
public record SeenProgram(String path, String stamp, Kind kind, String at) {
  public enum Kind {
    LINK,
    FILE
  }

  /** Parses {@code <stamp> <link or file> <real path>}. */
  public static SeenProgram of(String path, String fact) {
    String[] parts = fact.split(" ", 3);
    return new SeenProgram(
        path,
        parts[0],
        parts.length > 1 && parts[1].equals("file") ? Kind.FILE : Kind.LINK,
        parts.length > 2 ? parts[2] : "");
  }

  /** Returns why the program cannot be run, as far as its file shows; empty when it can. */
  public Optional<String> problem() {
    return switch (stamp) {
      case "absent" -> Optional.of("there is no " + path);
      case "forbidden" -> Optional.of(path + " may not be run by the user Quorate runs as");
      case "unreadable" -> Optional.of(path + " cannot be looked at, or is no program");
      default -> Optional.empty();
    };
  }
}
