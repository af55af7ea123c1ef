package io.quorate.playground.telling;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** A printer of events as they occur, each with the seconds since the play began. */
public final class Narrator {
  private final PrintWriter out;
  private final long start = System.nanoTime();

  /** Tells into this writer. */
  public Narrator(PrintWriter out) {
    this.out = out;
  }

  /** Prints a line with the time. */
  public synchronized void tell(String sentence) {
    double seconds = elapsed().toMillis() / 1000.0;
    out.println(String.format(Locale.ROOT, "%7.1f s  %s", seconds, sentence));
    out.flush();
  }

  /** Prints a text without the time. */
  public synchronized void plain(String text) {
    out.println(text);
    out.flush();
  }

  /** Returns the time since the play began. */
  public Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
