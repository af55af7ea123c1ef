package io.quorate.command;

import java.io.PrintWriter;

/**
 * One line on standard error that says what is waited for and is written over while it lasts: for
 * people at a terminal, and gone when the wait is over.
 */
final class ProgressLine implements AutoCloseable {
  private static final String ERASE = "\r\u001b[K";

  /** A line that wraps cannot be written over; terminals are seldom narrower. */
  private static final int WIDTH = 79;

  private final PrintWriter err;
  private final boolean shown;
  private boolean written;

  /**
   * A line that nothing is written on yet.
   *
   * @param shown whether there is a terminal, and somebody who wants to read it
   */
  ProgressLine(PrintWriter err, boolean shown) {
    this.err = err;
    this.shown = shown;
  }

  boolean isShown() {
    return shown;
  }

  /** Says this in place of what was said before. */
  void say(String words) {
    if (shown) {
      err.print(ERASE + (words.length() <= WIDTH ? words : words.substring(0, WIDTH - 1) + "…"));
      err.flush();
      written = true;
    }
  }

  /** Makes room for a line that stays. */
  void erase() {
    if (written) {
      err.print(ERASE);
      err.flush();
      written = false;
    }
  }

  @Override
  public void close() {
    erase();
  }
}
