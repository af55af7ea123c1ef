package io.quorate.lab.machine;

/** A signal that the lab sends to a process. */
public enum Signal {
  /** Ends the process at once, without cleanup. */
  KILL,
  /** Asks the process to end. */
  TERM,
  /** Freezes the process, which keeps its ports and answers nobody. */
  STOP,
  /** Lets a frozen process continue. */
  CONT
}
