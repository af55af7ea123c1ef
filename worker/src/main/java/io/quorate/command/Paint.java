package io.quorate.command;

import io.quorate.cluster.CleanText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Colours for a terminal, or none. */
record Paint(boolean on) {
  /** Codes of the three colours below, and their end: they move no cursor and hide nothing. */
  private static final Pattern OWN = Pattern.compile("\u001b\\[(?:0|1|32|1;31)m");

  String good(String text) {
    return coloured("32", text);
  }

  String bad(String text) {
    return coloured("1;31", text);
  }

  String strong(String text) {
    return coloured("1", text);
  }

  /**
   * Returns a text as it may be printed: line feeds, tabs and these colours are left, every other
   * control or format character is replaced. Words from outside are cleaned where they come in;
   * this is the last look at what came in otherwise.
   */
  static String printable(String text) {
    StringBuilder printable = new StringBuilder(text.length());
    Matcher own = OWN.matcher(text);
    int from = 0;
    while (own.find()) {
      printable.append(CleanText.lines(text.substring(from, own.start()))).append(own.group());
      from = own.end();
    }
    return printable.append(CleanText.lines(text.substring(from))).toString();
  }

  private String coloured(String code, String text) {
    return on ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
