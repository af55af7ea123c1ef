package io.quorate.shell;

import io.quorate.port.Failure;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Follows one run of a {@link SentScript} to its end and answers its question. The run is a result
 * only with the script's exit status; without one it was cut off somewhere.
 */
public final class MarkedRun {
  private static final int ERRORS_KEPT = 4000;

  /** Output may come after the exit status, and never when a process of the script keeps it. */
  private static final Duration AFTER_EXIT = Duration.ofSeconds(1);

  private static final int TIMED_OUT = 124;
  private static final int KILLED = 137;

  private final ScriptRun run;
  private final MarkedText output = new MarkedText(Integer.MAX_VALUE);
  private final MarkedText errors = new MarkedText(ERRORS_KEPT);
  private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final LineSink outputLines =
      new LineSink(line -> events.add(new Line(line)), SentScript.ENDED);
  private final LineSink errorLines = new LineSink(this::takeError, SentScript.ENDED);
  private boolean closed;

  /** A run that has not begun. */
  public MarkedRun(ScriptRun run) {
    this.run = run;
  }

  /** The way to the other machine, as far as a run needs it. */
  public interface Way {
    /** The exit status of the script, once it is known. */
    @Nullable Integer exit();

    /** Takes the answer, and its end. */
    OutputStream input();
  }

  private sealed interface Event permits Line, Moment {}

  private record Line(String text) implements Event {}

  private enum Moment implements Event {
    /** Exit status, end of an output: the way knows. */
    CHANGED,
    /** Nothing comes any more. */
    CLOSED
  }

  /** Takes what comes of the script's standard output. */
  public OutputStream output() {
    return outputLines;
  }

  /** Takes what comes of the script's standard error. */
  public OutputStream errors() {
    return errorLines;
  }

  /** Says that the exit status may be known by now. */
  public void changed() {
    events.add(Moment.CHANGED);
  }

  /** Says that nothing comes any more. */
  public void closed() {
    events.add(Moment.CLOSED);
  }

  /** Waits for the end of the script, or of the way to it. */
  public void awaitEnd(Way way) throws InterruptedException, TimeoutException {
    while (!isOver(way)) {
      switch (next(way)) {
        case Line line -> take(line.text(), way);
        case Moment moment -> closed |= moment == Moment.CLOSED;
      }
    }
  }

  /**
   * The result of the script, after its end.
   *
   * @param exit its exit status; null where none came
   * @param unbegun makes the failure of a script that did not begin, from its exit status and from
   *     what was printed
   */
  public Shell.Ended result(@Nullable Integer exit, BiFunction<Integer, String, Failure> unbegun) {
    if (exit == null) {
      throw run.broken("was cut off: the connection broke", null);
    }
    if (!output.hasBegun()) {
      throw unbegun.apply(exit, errors.before() + "\n" + output.before());
    }
    if (!output.hasEnded()) {
      throw run.broken("ended with %d in the middle of its output".formatted(exit), null);
    }
    if ((exit == TIMED_OUT || exit == KILLED) && run.left() == 0) {
      throw run.overdue(null);
    }
    return new Shell.Ended(exit, output.text(), errors.text().strip());
  }

  /** Drops all further output. */
  public void stop() {
    outputLines.stop();
    errorLines.stop();
  }

  private void take(String line, Way way) {
    if (!output.isUnderWay() || !run.asks(line)) {
      output.take(line);
      return;
    }
    try {
      run.answer(output.text(), way.input());
    } catch (IOException e) {
      errors.take("nobody took the answer: " + e.getMessage());
    }
  }

  private void takeError(String line) {
    errors.take(line);
    if (errors.hasEnded()) {
      changed();
    }
  }

  private boolean isOver(Way way) {
    return closed || (way.exit() != null && output.hasEnded() && errors.hasEnded());
  }

  private Event next(Way way) throws InterruptedException, TimeoutException {
    boolean exited = way.exit() != null;
    long wait = exited ? Math.min(run.left(), AFTER_EXIT.toNanos()) : run.left();
    Event event = events.poll(wait, TimeUnit.NANOSECONDS);
    if (event != null) {
      return event;
    }
    if (exited) {
      return Moment.CLOSED;
    }
    if (run.left() > 0) {
      return Moment.CHANGED;
    }
    throw new TimeoutException();
  }
}
