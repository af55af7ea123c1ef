package io.quorate.supervisor;

import io.quorate.port.Failure;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the text of an environment file as systemd does (systemd.exec(5), {@code EnvironmentFile=};
 * {@code env-file.c} of its sources): blanks around the equals sign, quotes, escapes, values over
 * several lines, comments with {@code #} and {@code ;}.
 */
final class SystemdText {
  private static final String KEY = "[A-Za-z_][A-Za-z0-9_]*";

  private final String path;
  private final String text;
  private final List<Assignment> found = new ArrayList<>();
  private int at;

  private SystemdText(String path, String text) {
    this.path = path;
    this.text = text;
  }

  /**
   * All assignments in their order; of two with one key the last counts. A line that systemd leaves
   * out is left out.
   *
   * @throws Failure.Fault with file and line where systemd leaves out a variable of etcd because of
   *     how the line is written, or where releases of systemd read the line differently
   */
  static List<Assignment> read(String path, String text) {
    SystemdText reader = new SystemdText(path, text);
    while (reader.at < text.length()) {
      reader.next();
    }
    return List.copyOf(reader.found);
  }

  private void next() {
    char c = text.charAt(at);
    if (isBlank(c) || isNewline(c)) {
      at++;
    } else if (c == '#' || c == ';') {
      comment();
    } else {
      assignment();
    }
  }

  private void comment() {
    int begin = at;
    at = endOfLine(at);
    // Before release 254 the next line was a part of such a comment.
    if (text.startsWith("\\", at - 1)) {
      throw fault(begin, "the comment ends in a backslash, which hides the next line; remove it");
    }
  }

  private void assignment() {
    int begin = at;
    int end = endOfLine(at);
    int equals = text.indexOf('=', at);
    if (equals < 0 || equals > end) {
      requireNoVariable(begin, text.substring(begin, end));
      at = end;
      return;
    }
    String key = text.substring(begin, equals).strip();
    at = equals + 1;
    while (at < text.length() && isBlank(text.charAt(at))) {
      at++;
    }
    int valueBegin = at;
    String value = value(begin);
    int valueEnd = at;
    while (valueEnd > valueBegin && isBlank(text.charAt(valueEnd - 1))) {
      valueEnd--;
    }
    if (key.matches(KEY)) {
      found.add(new Assignment(key, value, line(begin), begin, valueBegin, valueEnd));
    } else {
      requireNoVariable(begin, key);
    }
  }

  /** Reads a value from here to the end of its last line. */
  private String value(int begin) {
    var value = new StringBuilder();
    boolean bare = false;
    int end = 0;
    while (at < text.length() && !isNewline(text.charAt(at))) {
      char c = text.charAt(at++);
      if (c == '\\') {
        escaped(value);
        bare = true;
        end = value.length();
      } else if (!bare && (c == '"' || c == '\'')) {
        quoted(c, value, begin);
        end = value.length();
      } else if (bare || !isBlank(c)) {
        value.append(c);
        bare = true;
        end = isBlank(c) ? end : value.length();
      }
    }
    value.setLength(end);
    return value.toString();
  }

  /** The character after a backslash; a line feed joins two lines. */
  private void escaped(StringBuilder value) {
    if (at < text.length()) {
      char c = text.charAt(at++);
      if (!isNewline(c)) {
        value.append(c);
      }
    }
  }

  private void quoted(char quote, StringBuilder value, int begin) {
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == quote) {
        return;
      }
      if (c == '\\' && quote == '"' && at < text.length()) {
        c = text.charAt(at++);
        if ("\"\\`$".indexOf(c) < 0) {
          if (c == '\n') {
            continue;
          }
          value.append('\\');
        }
      }
      value.append(c);
    }
    throw fault(begin, "a quote is opened and not closed; close it");
  }

  /**
   * Refuses a line that names a variable of etcd and is no assignment: systemd skips such a line
   * without a message.
   */
  private void requireNoVariable(int begin, String said) {
    if (said.contains("ETCD_")) {
      throw fault(
          begin,
          said.startsWith("export ")
              ? "remove 'export': systemd leaves the line out, it is no shell script"
              : "is no KEY=VALUE, so systemd leaves it out; correct or remove it");
    }
  }

  private int endOfLine(int from) {
    int end = from;
    while (end < text.length() && !isNewline(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private int line(int index) {
    return 1 + (int) text.substring(0, index).chars().filter(c -> c == '\n').count();
  }

  private static boolean isNewline(char c) {
    return c == '\n' || c == '\r';
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private Failure.Fault fault(int index, String what) {
    return new Failure.Fault(path + " line " + line(index) + ": " + what);
  }
}
