package io.quorate.slack;

import io.quorate.cluster.CleanText;
import java.util.ArrayList;
import java.util.List;

/**
 * Text that is safe in a Slack message. Alert labels, member names and logs come from outside:
 * without escaping, {@code <!channel>} in one of them would wake everybody up.
 */
public final class Mrkdwn {
  /** Longest text of a section; Slack refuses a section with more than 3,000 characters. */
  static final int SECTION_LIMIT = 2900;

  private static final String FENCE = "```";

  /** Asterisk operator, which makes nothing bold. */
  private static final char ASTERISK = '\u2217';

  /** Characters that are kept free for the fences around a block. */
  private static final int ROOM = 10;

  /**
   * Longest piece of a broken line: {@link #code} does not cut a piece of this length even if every
   * character has to be escaped.
   */
  private static final int LONGEST_PIECE = 280;

  private Mrkdwn() {}

  /** Returns the text escaped, and cut with a mark when it is longer than a section may be. */
  public static String text(String raw) {
    return text(raw, SECTION_LIMIT);
  }

  /**
   * Returns the text escaped. Its asterisks become another sign that looks like them: Slack has no
   * escape for one, and a reason must not write a bold <em>Decision</em> of its own.
   */
  static String text(String raw, int limit) {
    return escaped(raw.replace('*', ASTERISK), limit);
  }

  private static String escaped(String raw, int limit) {
    String clean = CleanText.lines(raw);
    StringBuilder safe = new StringBuilder();
    for (int index = 0; index < clean.length(); index++) {
      String next = escaped(clean.charAt(index));
      if (safe.length() + next.length() > limit) {
        return safe.append("… ")
            .append(clean.length() - index)
            .append(" more characters")
            .toString();
      }
      safe.append(next);
    }
    return safe.toString();
  }

  /** Returns these lines as a monospaced block; a last line counts the lines that do not fit. */
  public static String code(List<String> lines) {
    StringBuilder block = new StringBuilder(FENCE);
    int shown = 0;
    for (String line : lines) {
      String safe = escaped(line.replace(FENCE, "'''"), SECTION_LIMIT / 2);
      if (block.length() + safe.length() > SECTION_LIMIT) {
        break;
      }
      block.append(shown == 0 ? "" : "\n").append(safe);
      shown++;
    }
    block.append(FENCE);
    return shown == lines.size()
        ? block.toString()
        : block.append("\n… ").append(lines.size() - shown).append(" more lines").toString();
  }

  /**
   * Returns these lines as at most {@code most} monospaced blocks, each within a section; the last
   * block counts the lines that do not fit. A line of more than 280 characters is broken into
   * pieces.
   */
  public static List<String> codeBlocks(List<String> lines, int most) {
    List<String> left = new ArrayList<>();
    lines.forEach(line -> broken(line, left));
    List<String> blocks = new ArrayList<>();
    while (!left.isEmpty() && blocks.size() < most - 1) {
      int fit = 0;
      int used = 0;
      while (fit < left.size() && used + safeLength(left.get(fit)) <= SECTION_LIMIT - ROOM) {
        used += safeLength(left.get(fit)) + 1;
        fit++;
      }
      blocks.add(code(left.subList(0, fit)));
      left.subList(0, fit).clear();
    }
    if (!left.isEmpty()) {
      blocks.add(code(left));
    }
    return blocks;
  }

  private static void broken(String line, List<String> pieces) {
    for (int from = 0; from == 0 || from < line.length(); from += LONGEST_PIECE) {
      pieces.add(line.substring(from, Math.min(line.length(), from + LONGEST_PIECE)));
    }
  }

  /** Length of a line once it is escaped. */
  private static int safeLength(String line) {
    return line.chars().map(character -> escaped((char) character).length()).sum();
  }

  private static String escaped(char character) {
    return switch (character) {
      case '&' -> "&amp;";
      case '<' -> "&lt;";
      case '>' -> "&gt;";
      default -> String.valueOf(character);
    };
  }
}
