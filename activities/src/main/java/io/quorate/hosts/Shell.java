package io.quorate.hosts;

import io.quorate.port.Failure;
import java.time.Duration;
import java.util.List;

/**
 * A shell on one host. Scripts get what differs as arguments or as an answer, never in their text.
 */
@FunctionalInterface
public interface Shell {
  /** The most a script may print. */
  int OUTPUT_LIMIT_BYTES = 4 * 1024 * 1024;

  /**
   * Runs a script to its end. A script that prints a line {@code ?} has stopped to ask: the reply
   * gets all it printed before, and what it returns becomes the script's standard input.
   *
   * <p>Throws {@link Failure.Transient} when the script did not end within its limit or could not
   * be followed to its end and had not been answered, {@link Failure.Unknown} when it had been. The
   * script and its children are gone then. What the reply throws comes out as it is, and the script
   * was not answered.
   */
  Ended run(Script script, List<String> arguments, Reply reply, Duration limit);

  /** What is said to a script that asks; called at most once. */
  @FunctionalInterface
  interface Reply {
    /** For scripts that do not ask. */
    Reply NONE =
        question -> {
          throw new Failure.Fault("a script asked that was not expected to: " + question);
        };

    /** The answer, byte by byte as in ISO 8859-1, so that no byte is lost. */
    String to(String question);
  }

  /** How a script ended, and what it printed: not the question's line, nothing after the limit. */
  record Ended(int exit, String output, String errors) {}
}
