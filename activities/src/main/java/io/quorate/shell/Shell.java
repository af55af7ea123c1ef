package io.quorate.shell;

import io.quorate.port.Failure;
import java.time.Duration;
import java.util.List;

/**
 * A shell on one host. Parameters reach a script as arguments or as an answer, never in its text.
 */
@FunctionalInterface
public interface Shell {
  /** The largest output of a script, in bytes. */
  int OUTPUT_LIMIT_BYTES = 4 * 1024 * 1024;

  /**
   * Runs a script to its end. A script that prints the line of its {@link Question} has stopped to
   * ask: the reply gets all output before that line, and its return value becomes the script's
   * standard input.
   *
   * <p>Throws {@link Failure.Transient} when an unanswered script did not end within its limit or
   * could not be followed to its end; throws {@link Failure.Unknown} when that happened to an
   * answered script. The script and its children are killed then. An exception of the reply is
   * passed on, and the script is not answered.
   */
  Ended run(Script script, List<String> arguments, Reply reply, Duration limit);

  /** Answers the question of a script; called at most once for each run. */
  @FunctionalInterface
  interface Reply {
    /** The reply to scripts that do not ask. */
    Reply NONE =
        question -> {
          throw new Failure.Fault(
              "a script asked a question that was not expected, after %d lines of output"
                  .formatted(question.lines().count()));
        };

    /** Returns the answer. Each char stands for one byte (ISO 8859-1), so that no byte is lost. */
    String to(String question);
  }

  /**
   * Exit code and output of a script, without the line of the question and without what came after
   * the limit.
   */
  record Ended(int exit, String output, String errors) {
    private static final int SHOWN = 100;

    /**
     * The beginning of what it printed on standard error, for a sentence; empty where it printed
     * nothing. No failure tells more of a script: its output may hold a whole file with secrets.
     */
    public String complaint() {
      String clean = errors.replaceAll("[\\p{C}\\p{Z}]+", " ").strip();
      return clean.isEmpty() ? "" : ": " + clean.substring(0, Math.min(SHOWN, clean.length()));
    }

    /** Says how much was printed, and not what. */
    @Override
    public String toString() {
      return "exit %d after %d lines of output%s"
          .formatted(exit, output.lines().count(), complaint());
    }
  }
}
