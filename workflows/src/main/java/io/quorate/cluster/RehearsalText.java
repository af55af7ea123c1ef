package io.quorate.cluster;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Marks of what belongs to a rehearsal: each line says so, because a line is read alone, on a
 * telephone or in a list.
 */
public final class RehearsalText {
  /** The name of the runbook of rehearsals; append-only: histories contain it. */
  public static final String RUNBOOK = "rehearsal";

  /** The word that is in every line. */
  public static final String WORD = "REHEARSAL";

  /** The mark before a line. */
  public static final String MARK = WORD + ": ";

  private RehearsalText() {}

  /** Returns whether an operation of this runbook is a rehearsal. */
  public static boolean isOne(String runbook) {
    return runbook.equals(RUNBOOK);
  }

  /** Returns the text with the mark before each line that has none; blank lines stay blank. */
  public static String marked(String text) {
    return text.lines().map(RehearsalText::line).collect(Collectors.joining("\n"));
  }

  /** Returns the lines, each with the mark. */
  public static List<String> marked(List<String> lines) {
    return lines.stream().map(RehearsalText::marked).toList();
  }

  /** Returns one line of at most that many characters with the mark, cut at its end. */
  public static String marked(String text, int longest) {
    return CleanText.line(marked(text), longest);
  }

  /** Returns a line of text without the mark. */
  public static String unmarked(String line) {
    return line.startsWith(MARK) ? line.substring(MARK.length()) : line;
  }

  private static String line(String line) {
    return line.isBlank() || line.contains(WORD) ? line : MARK + line;
  }
}
