package io.quorate.command;

import java.util.Optional;

/** One thing that {@code quorate check} reaches for. */
public interface Probe {
  /** Name of the target, such as {@code Temporal at 127.0.0.1:7233}. */
  String name();

  /**
   * Why the target cannot be reached, in a sentence; empty when it can. Never throws; takes 5 s at
   * most.
   */
  Optional<String> trouble();

  /** Warns of a problem although the target can be reached; empty where there is no problem. */
  default Optional<String> warning() {
    return Optional.empty();
  }
}
