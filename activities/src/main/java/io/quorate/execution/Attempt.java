package io.quorate.execution;

/** One attempt of an activity at a step, as the executors see it. */
public interface Attempt {
  /**
   * The operation's id; part of every name that an effect creates, such as a directory set aside.
   */
  String operation();

  /** Reports how far the attempt is: shown to people, and sent as a heartbeat. */
  void progress(String sentence);

  /**
   * Whether the last acknowledged heartbeat is so young that nobody can have taken the attempt for
   * dead yet. An attempt that wakes up after a stall is not fresh until its next heartbeat.
   */
  boolean isFresh();

  /** Whether the attempt is known to be over: cancelled, or timed out. */
  boolean isOver();
}
