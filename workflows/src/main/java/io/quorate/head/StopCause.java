package io.quorate.head;

import io.quorate.cluster.CleanText;
import io.quorate.cluster.Sentences;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Cause of a stop, told apart from the log in its sentence: people read the cause first, and the
 * log last.
 *
 * @param line the cause in one line; where a log stands in it, with the log's own last error
 * @param rest what else is said, without the log; may be empty
 * @param log the last lines of the log, the oldest first
 */
public record StopCause(String line, String rest, List<String> log) {
  private static final String LOG = "Its last lines: ";
  private static final String BETWEEN = " | ";
  private static final List<String> ERRORS = List.of("panic: ", "fatal: ", "error: ");
  private static final int LONGEST = 500;

  public StopCause {
    log = List.copyOf(log);
  }

  /** Returns the last lines of a log as the end of a cause, which {@link #of} tells apart again. */
  public static String withLog(List<String> lines) {
    return LOG + String.join(BETWEEN, lines);
  }

  /** Returns the cause that stands in these words of an operation. */
  public static StopCause of(String because) {
    int at = because.indexOf(LOG);
    String said = at < 0 ? because : because.substring(0, at);
    List<String> log =
        at < 0
            ? List.of()
            : List.of(because.substring(at + LOG.length()).split(Pattern.quote(BETWEEN), -1));
    String head = said.lines().findFirst().orElse("");
    String first = Sentences.first(head);
    return new StopCause(
        CleanText.line(lastError(log).map(error -> joined(first, error)).orElse(first), LONGEST),
        said.strip().substring(Math.min(first.length(), said.strip().length())).strip(),
        log);
  }

  private static String joined(String first, String error) {
    String open = first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
    return open + ": " + error;
  }

  private static Optional<String> lastError(List<String> log) {
    return log.stream()
        .flatMap(
            line -> ERRORS.stream().filter(line::startsWith).map(level -> without(level, line)))
        .reduce((earlier, later) -> later);
  }

  private static String without(String level, String line) {
    return line.substring(level.length()).strip();
  }
}
