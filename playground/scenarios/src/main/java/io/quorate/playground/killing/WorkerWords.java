package io.quorate.playground.killing;

/** Messages from and to the worker's process, one line each, on its standard output and input. */
public final class WorkerWords {
  /** Word of the worker for polling its task queue. */
  public static final String POLLS = "polls";

  /** From the worker, followed by a point: it stopped there, to be killed. */
  public static final String TRAPPED = "trapped ";

  /** From the worker: the stopped attempt went on, and its call has ended. */
  public static final String PASSED = "passed";

  /** To the worker, followed by points separated by blanks: stop at whichever comes first. */
  public static final String STOP_AT = "stop-at ";

  /** To the worker: let the stopped attempt continue. */
  public static final String GO_ON = "go-on";

  private WorkerWords() {}
}
