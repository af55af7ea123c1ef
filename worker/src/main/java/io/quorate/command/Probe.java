package io.quorate.command;

import java.util.Optional;

/** One thing that {@code quorate check} reaches for. */
public interface Probe {
  /** {@code Temporal at 127.0.0.1:7233}. */
  String name();

  /** Why it cannot be reached, in a sentence; empty when it can. Never throws; ends within 5 s. */
  Optional<String> trouble();
}
