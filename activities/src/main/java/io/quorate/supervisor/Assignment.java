package io.quorate.supervisor;

/**
 * A line {@code KEY=VALUE} of an environment file; with systemd a value may go over several lines.
 *
 * @param value as the member gets it, without quotes and escapes
 * @param line the number of its first line, from 1
 * @param begin index of the first character of the key in the text of the file
 * @param valueBegin index of the first character of the value as it is written
 * @param valueEnd index after the last character of the value as it is written
 */
record Assignment(String key, String value, int line, int begin, int valueBegin, int valueEnd) {
  /** The value as it is written, with its quotes. */
  String written(String text) {
    return text.substring(valueBegin, valueEnd);
  }

  /** The quote in which the whole value is written; 0 where it is in none. */
  char quote(String text) {
    char first = valueBegin < valueEnd ? text.charAt(valueBegin) : 0;
    return first == '"' || first == '\'' ? first : 0;
  }

  /** Whether a script that knows one pair of quotes reads the same value. */
  boolean isPlain(String text) {
    String written = written(text);
    return written.equals(value)
        || written.equals("\"" + value + "\"")
        || written.equals("'" + value + "'");
  }
}
