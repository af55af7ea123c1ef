package io.quorate.version;

/** Lines of etcd next to each other, both ends included: {@code 3.5-3.6}, {@code 3.6+}. */
public record Lines(Line first, Line last) {
  private static final Line NO_END = new Line(9999, 9999);

  public Lines {
    if (last.compareTo(first) < 0) {
      throw new IllegalArgumentException("the lines " + first + "-" + last + " are none");
    }
  }

  /**
   * Parses {@code 3.5}, {@code 3.5-3.6} or {@code 3.6+} for a line and all later ones; throws
   * {@link IllegalArgumentException} otherwise.
   */
  public static Lines parse(String text) {
    if (text.endsWith("+")) {
      return new Lines(Line.parse(text.substring(0, text.length() - 1)), NO_END);
    }
    String[] ends = text.split("-", 2);
    return new Lines(Line.parse(ends[0]), Line.parse(ends[ends.length - 1]));
  }

  public boolean include(Line line) {
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
