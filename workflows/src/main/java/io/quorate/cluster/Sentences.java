package io.quorate.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Sentences that are put together from the words of others. */
public final class Sentences {
  private static final String WORD_ENDS = " :,.";

  private Sentences() {}

  /** Returns the first sentence of a text, with its full stop where another sentence follows. */
  public static String first(String text) {
    int end = text.indexOf(". ");
    return end < 0 ? text : text.substring(0, end + 1);
  }

  /** Returns the text after its first sentence. */
  public static String rest(String text) {
    return text.substring(first(text).length()).strip();
  }

  /** Returns the text as a sentence: with a full stop, unless it ends with a mark. */
  public static String ended(String text) {
    String clean = text.strip();
    return clean.isEmpty() || ".!?…".indexOf(clean.charAt(clean.length() - 1)) >= 0
        ? clean
        : clean + ".";
  }

  /** Returns the text with a capital first letter; a first word with digits, a name, stays. */
  public static String capital(String text) {
    boolean named = text.substring(0, firstWord(text)).chars().anyMatch(Character::isDigit);
    return text.isEmpty() || named
        ? text
        : Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  /**
   * Returns the text with a small first letter, to be read after a colon. A first word with other
   * capitals or digits, as names have, stays.
   */
  public static String small(String text) {
    int end = firstWord(text);
    return end > 0 && text.substring(1, end).chars().allMatch(Character::isLowerCase)
        ? Character.toLowerCase(text.charAt(0)) + text.substring(1)
        : text;
  }

  private static int firstWord(String text) {
    int end = 0;
    while (end < text.length() && WORD_ENDS.indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  /**
   * Returns the text in lines of at most {@code width} characters: the first begins with the
   * prefix, and the others with as many blanks. A word that is longer than a line is cut.
   *
   * @param width longer than the prefix
   */
  public static List<String> wrapped(String prefix, String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder open = new StringBuilder(prefix);
    String indent = " ".repeat(prefix.length());
    int room = width - prefix.length();
    for (String word : text.strip().split("\\s+")) {
      String left = word;
      boolean first = open.length() == prefix.length();
      if (!first && open.length() + 1 + Math.min(left.length(), room) > width) {
        lines.add(open.toString());
        open = new StringBuilder(indent);
        first = true;
      }
      open.append(first ? "" : " ");
      while (open.length() + left.length() > width) {
        int fits = width - open.length();
        lines.add(open + left.substring(0, fits));
        left = left.substring(fits);
        open = new StringBuilder(indent);
      }
      open.append(left);
    }
    lines.add(open.toString().stripTrailing());
    return lines;
  }

  /** Returns the sentences that say something, with a blank between them. */
  public static String joined(String... sentences) {
    return Stream.of(sentences)
        .map(String::strip)
        .filter(sentence -> !sentence.isEmpty())
        .reduce((one, other) -> one + " " + other)
        .orElse("");
  }
}
