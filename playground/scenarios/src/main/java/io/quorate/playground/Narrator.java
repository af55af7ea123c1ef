package io.quorate.playground;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** Tells what happens, with the time since the beginning, as it happens. */
final class Narrator {
  private final PrintWriter out;
  private final long start = System.nanoTime();

  Narrator(PrintWriter out) {
    this.out = out;
  }

  /** A line with the time. */
  synchronized void tell(String sentence) {
    double seconds = elapsed().toMillis() / 1000.0;
    out.println(String.format(Locale.ROOT, "%7.1f s  %s", seconds, sentence));
    out.flush();
  }

  /** As it is. */
  synchronized void plain(String text) {
    out.println(text);
    out.flush();
  }

  /** Since the beginning. */
  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
