package io.quorate.command;

/** Exit codes of the verbs. The numbers are scripted against. */
final class ExitCode {
  static final int DONE = 0;

  /**
   * The verb worked and its answer is bad: the operation is parked or ended other than completed,
   * the cluster is not whole, a verified snapshot is broken, or {@code init} wrote a file with
   * places left to fill in.
   */
  static final int NOT_GOOD = 1;

  static final int WRONG_USAGE = 2;
  static final int REFUSED = 3;
  static final int NOTHING_TO_DO = 4;
  static final int UNREACHABLE = 5;
  static final int NOT_YET = 6;

  /** A fault of Quorate itself. */
  static final int FAULT = 70;

  /** Ended by Ctrl-C: 128 and the number of the signal, as in shells. */
  static final int INTERRUPTED = 130;

  private ExitCode() {}
}
