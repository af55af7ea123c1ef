package io.quorate.lab.machine;

import java.nio.file.Path;

/**
 * A lie of a machine that an attacker has taken: a filter changes the output of the machine's
 * commands. A server that carries out commands for others, such as an SSH server, runs the command
 * that {@link #told} returns.
 *
 * @param in text that a command contains where the machine lies; empty for all commands
 * @param filter a line of shell that reads the true output and prints the lie. The filter works
 *     line by line, because a script that asks a question waits for the answer before its output
 *     ends
 */
public record Lie(String in, String filter) {
  /** Returns a lie that adds a line before the end of the output of a script of Quorate. */
  public static Lie adding(String in, String line) {
    return new Lie(in, "sed -u 's|^quorate-end$|" + line + "\\n&|'");
  }

  /**
   * Returns a lie that gives every fact with one of these keys this value, in all scripts.
   *
   * @param keys a key, or a pattern of keys in the syntax of {@code sed}
   * @param value the false value in the syntax of {@code sed}; slashes are escaped
   * @param told a folder that gets a file for each script with a changed fact
   */
  public static Lie about(String keys, String value, Path told) {
    return new Lie("", "sed -u \"s/^\\(" + keys + "\\)=.*/\\1=" + value + "/w " + told + "/$$\"");
  }

  /**
   * Returns the command with the filter where this lie applies, else the command itself. The exit
   * code of the command stays the same.
   */
  public String told(String command) {
    return command.contains(in)
        ? "{ { { { "
            + command
            + "\n}; echo $? >&3; } | "
            + filter
            + " >&4; } 3>&1 | { read -r code; exit $code; }; } 4>&1"
        : command;
  }
}
