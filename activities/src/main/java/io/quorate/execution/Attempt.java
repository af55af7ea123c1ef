package io.quorate.execution;

/** One attempt at a step, as seen by those who do it. */
public interface Attempt {
  /** The operation's id; part of every name that an effect leaves behind. */
  String operation();

  /** Says how far it is: shown to people, and the sign that the attempt lives. */
  void progress(String sentence);

  /**
   * Whether its last sign of life is so young that nobody can have taken it for dead yet. An
   * attempt that was stalled as a whole, and wakes up, is not fresh before it has given the next
   * one.
   */
  boolean isFresh();

  /** Whether it is known that this attempt is over: called off, or taken for dead. */
  boolean isOver();
}
