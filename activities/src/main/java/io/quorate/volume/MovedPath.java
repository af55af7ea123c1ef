package io.quorate.volume;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Path of a file or folder below a member's directory, as {@code find} prints it: {@code .} or
 * {@code ./snap/db}. A path that leads out of the directory is refused, whatever host names it.
 */
record MovedPath(String text) {
  private static final Pattern PART = Pattern.compile("[^/\\p{C}\\p{Zl}\\p{Zp}\uFFFD]+");
  private static final int LONGEST = 1000;

  /** Parses a path below the moved directory; empty where the text is no safe path. */
  static Optional<MovedPath> of(String text) {
    if (text.equals(".")) {
      return Optional.of(new MovedPath(text));
    }
    if (!text.startsWith("./") || text.length() > LONGEST) {
      return Optional.empty();
    }
    for (String part : text.substring(2).split("/", -1)) {
      if (!PART.matcher(part).matches() || part.equals(".") || part.equals("..")) {
        return Optional.empty();
      }
    }
    return Optional.of(new MovedPath(text));
  }

  boolean isRoot() {
    return text.equals(".");
  }
}
