package io.quorate.supervisor;

import io.quorate.port.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the text of an environment file as Quorate's own start does ({@code process-acts.sh}), line
 * by line: a value is all that follows the equals sign, without one pair of quotes around it.
 */
final class RawText {
  private static final Pattern ASSIGNMENT = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)=(.*)");
  private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"|'([^']*)'");

  private RawText() {}

  /**
   * All assignments in their order; of two with one key the last counts.
   *
   * @throws Failure.Fault with file and line for a line that is no assignment, no comment and not
   *     blank
   */
  static List<Assignment> read(String path, String text) {
    List<Assignment> found = new ArrayList<>();
    int begin = 0;
    int number = 0;
    // A text that ends in a line feed has an empty last line.
    for (String line : text.split("\n", -1)) {
      number++;
      if (!line.isBlank() && !line.startsWith("#")) {
        found.add(assignment(path, line, number, begin));
      }
      begin += line.length() + 1;
    }
    return List.copyOf(found);
  }

  private static Assignment assignment(String path, String line, int number, int begin) {
    Matcher matcher = ASSIGNMENT.matcher(line);
    if (line.startsWith("export ")) {
      throw fault(path, number, "remove 'export': the file is not a shell script");
    }
    if (line.endsWith("\r")) {
      throw fault(path, number, "ends in a carriage return; use plain line feeds");
    }
    if (!matcher.matches()) {
      throw fault(path, number, "is no KEY=VALUE, comment or blank line");
    }
    if (line.indexOf('\0') >= 0) {
      throw fault(path, number, "contains a null byte");
    }
    int end = begin + line.length();
    return new Assignment(
        matcher.group(1),
        value(path, number, matcher.group(2)),
        number,
        begin,
        begin + matcher.start(2),
        end);
  }

  private static String value(String path, int number, String written) {
    Matcher quoted = QUOTED.matcher(written);
    if (quoted.matches()) {
      return written.substring(1, written.length() - 1);
    }
    if (written.startsWith("\"") || written.startsWith("'")) {
      throw fault(
          path,
          number,
          "has a quote that is not the pair around the whole value; write the value without");
    }
    return written;
  }

  private static Failure.Fault fault(String path, int number, String what) {
    return new Failure.Fault(path + " line " + number + ": " + what);
  }
}
