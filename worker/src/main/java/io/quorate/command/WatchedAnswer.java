package io.quorate.command;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/**
 * The option {@code --watch}: the answer of a verb, printed again whenever something in it changed.
 * On a terminal each answer takes the place of the answer before; elsewhere the answers follow one
 * another, in JSON as one document a line.
 */
final class WatchedAnswer {
  private static final String HOME = "\u001b[H";
  private static final String TO_END_OF_LINE = "\u001b[K";
  private static final String TO_END_OF_SCREEN = "\u001b[J";

  /** How many looks in a row may fail: worker and gateway may be restarted meanwhile. */
  private static final int PATIENCE = 30;

  @Option(
      names = {"-w", "--watch"},
      description = "Print it again whenever something changed, until Ctrl-C.")
  private boolean wanted;

  /**
   * Answer of one look.
   *
   * @param material the part whose change makes the answer be printed again
   * @param exitCode of the verb when nothing can change any more; empty while it can
   */
  record Answer(String text, Object json, Object material, Optional<Integer> exitCode) {}

  boolean isWanted() {
    return wanted;
  }

  /** Prints answers until one is the last, or until Ctrl-C; returns the exit code. */
  int print(QuorateCommand quorate, Duration between, Supplier<Answer> look) {
    boolean redraws = quorate.terminal().redraws(Terminal.Stream.OUT) && !quorate.json();
    Optional<Object> before = Optional.empty();
    int misses = 0;
    while (true) {
      try {
        Answer answer = look.get();
        misses = 0;
        Object now = redraws ? answer.text() : answer.material();
        if (!before.equals(Optional.of(now))) {
          draw(quorate, answer, redraws, before.isEmpty());
          before = Optional.of(now);
        }
        if (answer.exitCode().isPresent()) {
          return answer.exitCode().get();
        }
      } catch (VerbFailure away) {
        misses++;
        if (away.exitCode() != ExitCode.UNREACHABLE || before.isEmpty() || misses > PATIENCE) {
          throw away;
        }
        if (misses == 1) {
          quorate.say("quorate: " + away.getMessage() + "; asking again ...");
        }
      }
      if (!quorate.terminal().rests(between)) {
        return ExitCode.INTERRUPTED;
      }
    }
  }

  private static void draw(QuorateCommand quorate, Answer answer, boolean redraws, boolean first) {
    if (redraws) {
      String text = Paint.printable(answer.text().stripTrailing());
      String lines = text.replace("\n", TO_END_OF_LINE + "\n");
      quorate.terminal().out().print(HOME + lines + TO_END_OF_SCREEN + "\n");
      quorate.terminal().out().flush();
    } else {
      quorate.answer((first ? "" : "\n") + answer.text(), answer.json());
    }
  }
}
