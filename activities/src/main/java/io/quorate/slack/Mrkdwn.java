package io.quorate.slack;

import java.util.List;

/**
 * Text that is safe in a Slack message. Alert labels, member names and logs come from outside:
 * without escaping, {@code <!channel>} in one of them would wake everybody up.
 */
public final class Mrkdwn {
  /** Slack refuses a section with more than 3,000 characters. */
  static final int SECTION_LIMIT = 2900;

  private static final String FENCE = "```";

  private Mrkdwn() {}

  /** The text escaped, and cut with a mark when it is longer than a section may be. */
  public static String text(String raw) {
    return text(raw, SECTION_LIMIT);
  }

  static String text(String raw, int limit) {
    StringBuilder safe = new StringBuilder();
    for (int index = 0; index < raw.length(); index++) {
      String next = escaped(raw.charAt(index));
      if (safe.length() + next.length() > limit) {
        return safe.append("… ").append(raw.length() - index).append(" more characters").toString();
      }
      safe.append(next);
    }
    return safe.toString();
  }

  /** These lines as a monospaced block; lines that do not fit are counted in a last one. */
  public static String code(List<String> lines) {
    StringBuilder block = new StringBuilder(FENCE);
    int shown = 0;
    for (String line : lines) {
      String safe = text(line.replace(FENCE, "'''"), SECTION_LIMIT / 2);
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

  private static String escaped(char character) {
    return switch (character) {
      case '&' -> "&amp;";
      case '<' -> "&lt;";
      case '>' -> "&gt;";
      default -> String.valueOf(character);
    };
  }
}
