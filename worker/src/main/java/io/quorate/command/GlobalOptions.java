package io.quorate.command;

/** Global options, which may stand before or after every verb, for a verb of another module. */
public interface GlobalOptions {
  /** The streams, the environment and the time of the verb. */
  Terminal terminal();

  /** The form of the answer. */
  Output output();
}
