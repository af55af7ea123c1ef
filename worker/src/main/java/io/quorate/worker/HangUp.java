package io.quorate.worker;

import sun.misc.Signal;

/**
 * The signal SIGHUP, by which a process is told to read its files again. Java has no other way to
 * hear a signal than this class of {@code jdk.unsupported}; without a listener the JVM ends.
 */
final class HangUp {
  private HangUp() {}

  /** Runs this on every SIGHUP, on a thread of the JVM. */
  static void runs(Runnable reread) {
    Signal.handle(new Signal("HUP"), any -> reread.run());
  }
}
