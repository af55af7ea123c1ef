package io.quorate.command;

import java.io.PrintWriter;

/**
 * One line on standard error that says what is waited for and is written over while it lasts: for
 * people at a terminal, and gone when the wait is over.
 */
final class ProgressLine implements AutoCloseable {
  private static final String ERASE = "\r\u001b[K";

  private final PrintWriter err;
  private final boolean shown;
  private final int width;
  private boolean written;

  /**
   * Creates a line that nothing is written on yet.
   *
   * @param width columns of the terminal; a line that wraps cannot be written over
   * @param shown whether there is a terminal, and somebody who wants to read it
   */
  ProgressLine(PrintWriter err, int width, boolean shown) {
    this.err = err;
    this.width = width - 1;
    this.shown = shown;
  }

  boolean isShown() {
    return shown;
  }

  /** Shows these words in place of the words before. */
  void say(String words) {
    if (shown) {
      err.print(ERASE + (words.length() <= width ? words : words.substring(0, width - 1) + "…"));
      err.flush();
      written = true;
    }
  }

  /** Erases the line, so that a line that stays can be printed. */
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
