package io.quorate.lab.machine;

/** What can be sent to a process. */
public enum Signal {
  /** Ends it at once, with no chance to tidy up. */
  KILL,
  /** Asks it to end. */
  TERM,
  /** Freezes it: it holds its ports and answers nobody. */
  STOP,
  /** Lets a frozen one go on. */
  CONT
}
