package io.quorate.ssh;

import io.quorate.port.Failure;
import io.quorate.shell.Question;
import io.quorate.shell.Script;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line that carries out a script on a host. The script itself travels on standard
 * input, ahead of the answer to its question: a command line is limited to 128 KiB, and sudo logs
 * it whole.
 *
 * @param line for the user's login shell, whichever that is
 * @param input what standard input begins with
 */
@SuppressWarnings("ArrayRecordComponent") // bytes as they travel
record RemoteCommand(String line, byte[] input) {
  /** A line of its own on both outputs before the script; what a login prints is before it. */
  static final String BEGUN = "quorate-1";

  /** A line of its own on both outputs after the script: the output is whole. */
  static final String ENDED = "quorate-end";

  /** Seconds from SIGTERM to SIGKILL at the time limit. */
  static final int KILL_AFTER = 5;

  /** The last line of the script: one that was cut off on its way is not begun. */
  private static final String WHOLE = "#quorate-whole";

  private static final int LONGEST = 120 * 1024;

  /** The environment of {@link io.quorate.shell.LocalShell}; nothing of the login is passed on. */
  private static final String ENVIRONMENT =
      "env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C";

  /**
   * The command of a script.
   *
   * @param question by which the script asks; its word travels with the text, which nobody sees
   * @param seconds after which it is ended on the host, with all processes it started in its
   *     process group
   * @param sudo the limit is inside of it, because a process of root cannot be ended from outside
   */
  static RemoteCommand of(
      Script script, Question question, List<String> arguments, long seconds, boolean sudo) {
    // The word is made here, of digits: nothing else from outside is ever part of a text.
    String word = Question.VARIABLE + "=" + question.word() + "\n";
    byte[] input = (word + script.text() + "\n" + WHOLE).getBytes(StandardCharsets.UTF_8);
    // No backslash and no exclamation mark, which some login shells read within quotes.
    String inner =
        ("echo; echo %1$s; echo %1$s >&2; quorate_script=$(head -c %2$d); "
                + "case $quorate_script in *%3$s) ;; *) exit 70 ;; esac; "
                + "eval \"$quorate_script\"")
            .formatted(BEGUN, input.length, "\"" + WHOLE + "\"");
    String outer =
        ("cd /; umask 022; trap \"\" PIPE; "
                + "%s timeout -k %d %d /bin/sh -c \"$@\"; s=$?; "
                + "echo; echo %4$s; echo >&2; echo %4$s >&2; exit $s")
            .formatted(ENVIRONMENT, KILL_AFTER, seconds, ENDED);
    var words = new ArrayList<String>(List.of(outer, "sh", inner, script.name()));
    words.addAll(arguments);
    String line = asRoot(sudo) + "/bin/sh -c " + Quoted.words(words);
    if (line.length() > LONGEST || line.indexOf('\0') >= 0) {
      throw new Failure.Fault(
          "the arguments of the script " + script.name() + " do not fit into a command line");
    }
    return new RemoteCommand(line, input);
  }

  /** In English, because Quorate reads what sudo says. */
  static String asRoot(boolean sudo) {
    return sudo ? "env LC_ALL=C sudo -n " : "";
  }
}
