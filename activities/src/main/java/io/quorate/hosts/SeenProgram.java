package io.quorate.hosts;

import java.util.Optional;

/**
 * A program as it was seen without running it. Two equal remembered mean the same file, unchanged.
 *
 * @param stamp device, inode, size and time of the last change; or a word why there is none
 * @param kind how a switch replaces it
 * @param at where it really is, behind all links
 */
record SeenProgram(String path, String stamp, Kind kind, String at) {
  enum Kind {
    LINK,
    FILE
  }

  /** {@code <stamp> <link or file> <where it really is>}. */
  static SeenProgram of(String path, String fact) {
    String[] parts = fact.split(" ", 3);
    return new SeenProgram(
        path,
        parts[0],
        parts.length > 1 && parts[1].equals("file") ? Kind.FILE : Kind.LINK,
        parts.length > 2 ? parts[2] : "");
  }

  /** Why it cannot be run, as far as that is seen from outside. */
  Optional<String> problem() {
    return switch (stamp) {
      case "absent" -> Optional.of("there is no " + path);
      case "forbidden" -> Optional.of(path + " may not be run by the user Quorate runs as");
      case "unreadable" -> Optional.of(path + " cannot be looked at, or is no program");
      default -> Optional.empty();
    };
  }
}
