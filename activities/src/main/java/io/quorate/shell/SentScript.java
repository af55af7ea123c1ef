package io.quorate.shell;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A script on its way to another machine. The script itself travels on standard input, ahead of the
 * answer to its question: a command line is limited, logged and seen by every user there.
 *
 * @param reader the text of a shell that reads the script from its input and carries it out; with
 *     the script's name and arguments as its own
 * @param input what standard input begins with
 */
@SuppressWarnings("ArrayRecordComponent") // bytes as they travel
public record SentScript(String reader, byte[] input) {
  /** A line of its own on both outputs before the script; what a login prints is before it. */
  public static final String BEGUN = "quorate-1";

  /** A line of its own on both outputs after the script: the output is whole. */
  public static final String ENDED = "quorate-end";

  /** Seconds from SIGTERM to SIGKILL at the time limit. */
  public static final int KILL_AFTER = 5;

  /** The last line of the script: one that was cut off on its way is not begun. */
  private static final String WHOLE = "#quorate-whole";

  /** The environment of {@link LocalShell}; nothing of the other side is passed on. */
  private static final String ENVIRONMENT =
      "env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C";

  /**
   * The script with its question.
   *
   * @param question by which the script asks; its word travels with the text, which nobody sees
   */
  public static SentScript of(Script script, Question question) {
    // The word is made here, of digits: nothing else from outside is ever part of a text.
    String word = Question.VARIABLE + "=" + question.word() + "\n";
    byte[] input = (word + script.text() + "\n" + WHOLE).getBytes(StandardCharsets.UTF_8);
    // No backslash and no exclamation mark, which some login shells read within quotes.
    return new SentScript(
        ("echo; echo %1$s; echo %1$s >&2; quorate_script=$(head -c %2$d); "
                + "case $quorate_script in *%3$s) ;; *) exit 70 ;; esac; "
                + "eval \"$quorate_script\"")
            .formatted(BEGUN, input.length, "\"" + WHOLE + "\""),
        input);
  }

  /**
   * The text of the shell around the reader, which gets the reader, the script's name and the
   * arguments as its own.
   *
   * @param before commands that carry the input to the reader, and end with a pipe; empty where the
   *     input is the reader's as it is
   * @param seconds after which the script is ended, with all processes in its process group
   */
  public static String shell(String before, long seconds) {
    return ("cd /; umask 022; trap \"\" PIPE; "
            + "%s%s timeout -k %d %d /bin/sh -c \"$@\"; s=$?; "
            + "echo; echo %5$s; echo >&2; echo %5$s >&2; exit $s")
        .formatted(before, ENVIRONMENT, KILL_AFTER, seconds, ENDED);
  }

  /** Whole seconds of a time limit, at least one. */
  public static long seconds(Duration limit) {
    return Math.max(1, (limit.toMillis() + 999) / 1000);
  }

  /** The words after the text of {@link #shell}. */
  public List<String> words(Script script, List<String> arguments) {
    return Stream.concat(Stream.of(reader, script.name()), arguments.stream()).toList();
  }
}
