package io.quorate.lab.machine;

import java.nio.file.Path;

/**
 * What a machine that was taken says in place of the truth: the output of its commands goes through
 * a filter. Whoever carries out commands for others, such as an SSH server, asks for {@link #told}.
 *
 * @param in a part of the text of the commands that it lies in; empty: in all
 * @param filter a line of shell that reads the truth and prints the lie, line by line: a script
 *     that asks waits for the answer, and so must not wait for the end of its own output
 */
public record Lie(String in, String filter) {
  /** Puts a line before the end of what a script of Quorate prints. */
  public static Lie adding(String in, String line) {
    return new Lie(in, "sed -u 's|^quorate-end$|" + line + "\\n&|'");
  }

  /**
   * Gives each fact of the keys another value in all scripts.
   *
   * @param keys a key, or a pattern of keys as {@code sed} takes it
   * @param value without slashes that are not escaped, as {@code sed} takes it
   * @param told a folder, where a file is left for each script that was lied in
   */
  public static Lie about(String keys, String value, Path told) {
    return new Lie("", "sed -u \"s/^\\(" + keys + "\\)=.*/\\1=" + value + "/w " + told + "/$$\"");
  }

  /** The command as it is carried out, with its own exit code: with the lie where this lies. */
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
