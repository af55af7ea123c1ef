package io.quorate.shell;

/**
 * One output of a script, between its two marks. What comes before the first is the login's, what
 * comes after the second is of processes that the script left behind.
 */
final class MarkedText {
  private static final int KEPT_BEFORE = 1000;

  private final StringBuilder before = new StringBuilder();
  private final StringBuilder text = new StringBuilder();
  private final int most;
  private boolean begun;
  private boolean ended;

  /**
   * Nothing yet.
   *
   * @param most how many chars are kept
   */
  MarkedText(int most) {
    this.most = most;
  }

  /** Takes the next line of the output. */
  synchronized void take(String line) {
    if (ended) {
      return;
    }
    if (line.equals(SentScript.ENDED)) {
      ended = true;
      dropLineOfTheMark();
    } else if (begun) {
      append(text, line, most);
    } else if (line.equals(SentScript.BEGUN)) {
      begun = true;
    } else {
      append(before, line, KEPT_BEFORE);
    }
  }

  synchronized boolean hasBegun() {
    return begun;
  }

  synchronized boolean hasEnded() {
    return ended;
  }

  synchronized boolean isUnderWay() {
    return begun && !ended;
  }

  synchronized String text() {
    return text.toString();
  }

  synchronized String before() {
    return before.toString().strip();
  }

  /** The mark is printed on a new line, which is one line more after an output that ended one. */
  private void dropLineOfTheMark() {
    int length = text.length();
    boolean empty =
        length > 0
            && text.charAt(length - 1) == '\n'
            && (length == 1 || text.charAt(length - 2) == '\n');
    if (empty) {
      text.setLength(length - 1);
    }
  }

  private static void append(StringBuilder to, String line, int most) {
    if (to.length() < most) {
      to.append(line).append('\n');
    }
  }
}
