package io.quorate.step;

import java.util.Optional;

/**
 * Damage that a step can do, from least to worst. The worst step of a plan decides how many people
 * have to approve.
 */
public enum Hazard {
  /** Reads only. */
  OBSERVES("reads"),
  /** Changes something that can be changed back. */
  REVERSIBLE("can be undone"),
  /** Cannot be taken back, but costs no acknowledged write. */
  IRREVERSIBLE("cannot be undone"),
  /** Can cost acknowledged writes, or happens without quorum. */
  DESTRUCTIVE("destroys");

  private final String words;

  Hazard(String words) {
    this.words = words;
  }

  /** The hazard as a plan shows it. */
  public String words() {
    return words;
  }

  /**
   * Returns what somebody who approves has to know of it, as the end of a sentence: {@code can cost
   * acknowledged writes}; empty for what can be undone.
   */
  public Optional<String> warning() {
    return switch (this) {
      case OBSERVES, REVERSIBLE -> Optional.empty();
      case IRREVERSIBLE -> Optional.of("cannot be undone");
      case DESTRUCTIVE -> Optional.of("can cost acknowledged writes");
    };
  }

  public boolean mutates() {
    return this != OBSERVES;
  }
}
