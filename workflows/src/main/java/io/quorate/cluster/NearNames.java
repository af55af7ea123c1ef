package io.quorate.cluster;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Known names that a person may have meant, the nearest first. */
public final class NearNames {
  private static final int AT_MOST = 3;
  private static final int LONGEST = 80;

  private NearNames() {}

  /**
   * Returns what a person typed, between quotes and on one line of at most 80 characters: the
   * answer may be printed on somebody's terminal.
   */
  public static String quoted(String typed) {
    return "'" + CleanText.marked(shortened(typed)) + "'";
  }

  /**
   * Returns the known names that are equal but for punctuation and case; else at most three names
   * with at most a third of their letters changed; often none.
   */
  public static List<String> of(String given, Collection<String> known) {
    String typed = shortened(given);
    List<String> same =
        known.stream().distinct().filter(name -> plain(name).equals(plain(typed))).toList();
    if (!same.isEmpty()) {
      return same;
    }
    return known.stream()
        .distinct()
        .filter(name -> near(typed, name))
        .sorted(
            Comparator.comparingInt((String name) -> distance(plain(typed), plain(name)))
                .thenComparing(Comparator.naturalOrder()))
        .limit(AT_MOST)
        .toList();
  }

  /** A question such as {@code ; did you mean minority-replace?}; empty when no name is near. */
  public static String question(String typed, Collection<String> known) {
    List<String> near = of(typed, known);
    return near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?";
  }

  /** The question, if there is one, and all known names: {@code . Runbooks: minority-replace}. */
  public static String questionAndList(String typed, String what, Collection<String> known) {
    String question = question(typed, known);
    return (question.isEmpty() ? "." : question) + " " + what + ": " + String.join(", ", known);
  }

  private static String shortened(String typed) {
    return typed.length() <= LONGEST ? typed : typed.substring(0, LONGEST);
  }

  private static boolean near(String typed, String name) {
    String one = plain(typed);
    String other = plain(name);
    int tolerated = Math.max(1, Math.max(one.length(), other.length()) / 3);
    boolean begins = one.length() >= 3 && other.startsWith(one);
    return begins || distance(one, other) <= tolerated;
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }

  /** The Levenshtein distance: how many letters to add, drop or change. */
  private static int distance(String one, String other) {
    int[] previous = new int[other.length() + 1];
    for (int column = 0; column <= other.length(); column++) {
      previous[column] = column;
    }
    for (int row = 1; row <= one.length(); row++) {
      int[] current = new int[other.length() + 1];
      current[0] = row;
      for (int column = 1; column <= other.length(); column++) {
        int change = one.charAt(row - 1) == other.charAt(column - 1) ? 0 : 1;
        int cheapest = Math.min(previous[column], current[column - 1]) + 1;
        current[column] = Math.min(cheapest, previous[column - 1] + change);
      }
      previous = current;
    }
    return previous[other.length()];
  }
}
