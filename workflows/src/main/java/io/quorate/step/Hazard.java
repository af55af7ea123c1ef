package io.quorate.step;

/**
 * What a step can destroy, from least to worst. The worst step of a plan decides who must agree.
 */
public enum Hazard {
  /** It reads. */
  OBSERVES("reads"),
  /** It changes something that can be changed back. */
  REVERSIBLE("can be undone"),
  /** It cannot be taken back, but costs no acknowledged write. */
  IRREVERSIBLE("cannot be undone"),
  /** It can cost acknowledged writes, or happens without quorum. */
  DESTRUCTIVE("destroys");

  private final String words;

  Hazard(String words) {
    this.words = words;
  }

  /** As it stands in a plan. */
  public String words() {
    return words;
  }

  public boolean mutates() {
    return this != OBSERVES;
  }
}
