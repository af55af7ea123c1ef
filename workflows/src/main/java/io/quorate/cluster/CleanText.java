package io.quorate.cluster;

/**
 * Text from outside, made safe to show: names of alerts, people, files and hosts, reasons, and what
 * programs print. Characters are judged by their Unicode category, so that no character moves a
 * terminal's cursor, begins a line of a log, or turns the reading direction of what follows.
 *
 * <p>A character that is shown as nothing becomes U+FFFD and is not left out: two names that differ
 * by such a character stay two names.
 */
public final class CleanText {
  private static final char SPACE = ' ';
  private static final char UNSHOWN = '\uFFFD';

  private CleanText() {}

  /** Returns the text on one line: each run of white space and control characters is one space. */
  public static String line(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints().forEach(character -> append(line, character));
    return line.toString().strip();
  }

  /**
   * Returns the text on one line of at most {@code most} characters, the last of which is {@code …}
   * where the text was cut.
   */
  public static String line(String text, int most) {
    // A character of the text is at most one of the line, so what is beyond twice the limit matters
    // only where it is all space.
    String line = line(text.substring(0, Math.min(text.length(), 4 * most)));
    return line.length() <= most && text.length() <= 4 * most ? line : cut(line, most);
  }

  /**
   * Returns the text with a question mark for each character that is not shown as a character: for
   * what somebody typed and has to find the mistake in.
   */
  public static String marked(String text) {
    StringBuilder marked = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            character -> {
              int shown = shown(character);
              marked.appendCodePoint(
                  shown == UNSHOWN || (shown == SPACE && character != SPACE) ? '?' : shown);
            });
    return marked.toString();
  }

  /** Returns the text with its line feeds and tabs, each line clean. For what is printed. */
  public static String lines(String text) {
    StringBuilder lines = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            character -> {
              if (character == '\n' || character == '\t') {
                lines.append((char) character);
              } else {
                lines.appendCodePoint(shown(character));
              }
            });
    return lines.toString();
  }

  private static String cut(String line, int most) {
    String kept = line.substring(0, Math.min(line.length(), most - 1));
    boolean half = !kept.isEmpty() && Character.isHighSurrogate(kept.charAt(kept.length() - 1));
    return (half ? kept.substring(0, kept.length() - 1) : kept) + "…";
  }

  private static void append(StringBuilder line, int character) {
    int shown = shown(character);
    boolean space = Character.isWhitespace(shown) || Character.isSpaceChar(shown);
    if (!space) {
      line.appendCodePoint(shown);
    } else if (!line.isEmpty() && line.charAt(line.length() - 1) != SPACE) {
      line.append(SPACE);
    }
  }

  private static int shown(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> SPACE;
      case Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED ->
          UNSHOWN;
      default -> character;
    };
  }
}
