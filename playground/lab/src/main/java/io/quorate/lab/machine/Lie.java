package io.quorate.lab.machine;

import java.nio.file.Path;

/**
 * What a machine that was taken says in place of the truth: the output of its commands goes through
 * a filter. Whoever carries out commands for others, such as an SSH server, asks for {@link #told}.
 *
 * @param in a part of the text of the commands that it lies in; empty: in all
 * @param filter a line of shell that reads the truth and prints the lie
 */
public record Lie(String in, String filter) {
  /** Puts a line before the end of what a script of Quorate prints. */
  public static Lie adding(String in, String line) {
    return new Lie(in, "sed 's|^quorate-end$|" + line + "\\n&|'");
  }

  /**
   * Gives each fact of that key another value in all scripts.
   *
   * @param value without slashes that are not escaped, as {@code sed} takes it
   * @param told a folder, where a file is left for each script that was lied in
   */
  public static Lie about(String key, String value, Path told) {
    return new Lie("", "sed \"s/^" + key + "=.*/" + key + "=" + value + "/w " + told + "/$$\"");
  }

  /** The command as it is carried out: with the lie where it is one that this lies in. */
  public String told(String command) {
    return command.contains(in) ? "{ " + command + "\n} | " + filter : command;
  }
}
