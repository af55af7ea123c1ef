package io.quorate.version;

/** Consecutive minor lines of etcd, both ends included: {@code 3.5-3.6}, {@code 3.6+}. */
public record MinorLineRange(MinorLine first, MinorLine last) {
  private static final MinorLine NO_END = new MinorLine(9999, 9999);

  public MinorLineRange {
    if (last.compareTo(first) < 0) {
      throw new IllegalArgumentException("the lines " + first + "-" + last + " are none");
    }
  }

  /**
   * Parses {@code 3.5}, {@code 3.5-3.6} or {@code 3.6+} for a line and all later ones; throws
   * {@link IllegalArgumentException} otherwise.
   */
  public static MinorLineRange parse(String text) {
    if (text.endsWith("+")) {
      return new MinorLineRange(MinorLine.parse(text.substring(0, text.length() - 1)), NO_END);
    }
    String[] ends = text.split("-", 2);
    return new MinorLineRange(MinorLine.parse(ends[0]), MinorLine.parse(ends[ends.length - 1]));
  }

  public boolean include(MinorLine line) {
    return first.compareTo(line) <= 0 && line.compareTo(last) <= 0;
  }

  @Override
  public String toString() {
    if (last.equals(NO_END)) {
      return first + "+";
    }
    return first.equals(last) ? first.toString() : first + "-" + last;
  }
}
