package io.quorate.playground.killing;

/** What the worker's process says on its standard output, a line each. */
public final class WorkerWords {
  /** It takes work. */
  public static final String POLLS = "polls";

  /** It stands at the point where it is to be killed. */
  public static final String TRAPPED = "trapped";

  private WorkerWords() {}
}
