package io.quorate.command;

/** What stands before or after every verb, for a verb that another module brings. */
public interface GlobalOptions {
  /** The streams, the environment and the time of the verb. */
  Surface surface();

  /** How to answer. */
  Output output();
}
