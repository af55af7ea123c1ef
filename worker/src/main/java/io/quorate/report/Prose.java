package io.quorate.report;

import io.quorate.cluster.CleanText;

/** Words from outside in Markdown: they form no link, no markup and no further cell. */
final class Prose {
  private Prose() {}

  /** Returns the words on one line. */
  static String of(String words) {
    return CleanText.line(words).replace("<", "&lt;").replaceAll("[\\\\\\[\\]*]", "\\\\$0");
  }

  /** Returns the words for a cell of a table. */
  static String cell(String words) {
    return of(words).replace("|", "\\|");
  }
}
