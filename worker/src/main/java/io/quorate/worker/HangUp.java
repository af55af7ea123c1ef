package io.quorate.worker;

import sun.misc.Signal;

/**
 * The signal SIGHUP, by which a process is told to read its files again. Java has no other way to
 * hear a signal than this class of {@code jdk.unsupported}; without a listener the JVM ends.
 */
final class HangUp {
  /** Reaction to the signal: none before the process has read its files for the first time. */
  private volatile Runnable reread = () -> {};

  private HangUp() {}

  /** Hears SIGHUP from now on, so that none ends the process. */
  static HangUp heard() {
    HangUp signals = new HangUp();
    Signal.handle(new Signal("HUP"), any -> signals.reread.run());
    return signals;
  }

  /** Runs this on every SIGHUP from now on, on a thread of the JVM. */
  void runs(Runnable next) {
    reread = next;
  }
}
