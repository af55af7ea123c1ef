package io.quorate.step;

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

  public boolean mutates() {
    return this != OBSERVES;
  }
}
