package io.quorate.playground.killing;

/** What is said to the worker's process on its standard input, and what it says; a line each. */
public final class WorkerWords {
  /** It takes work. */
  public static final String POLLS = "polls";

  /** With a point after it: it stands there, where it is to be killed. */
  public static final String TRAPPED = "trapped ";

  /** The attempt that stood there went on, and the call it made has ended. */
  public static final String PASSED = "passed";

  /** To it, with points after it, blanks between them: stop at whichever comes first. */
  public static final String STOP_AT = "stop-at ";

  /** To it: go on. */
  public static final String GO_ON = "go-on";

  private WorkerWords() {}
}
