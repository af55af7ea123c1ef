package io.quorate.cluster;

/**
 * The arithmetic of quorum (docs/etcd.md#quorum), shared by diagnosis, guard and plan.
 *
 * @param voters how many voters the membership has; learners do not count. Never negative.
 */
public record Quorum(int voters) {
  /** Throws {@link IllegalArgumentException} for a negative number. */
  public Quorum {
    if (voters < 0) {
      throw new IllegalArgumentException("a membership cannot have " + voters + " voters");
    }
  }

  /** How many voters must answer: voters / 2 + 1. */
  public int size() {
    return voters / 2 + 1;
  }

  /** How many voters a fully healthy cluster can lose. Never negative. */
  public int tolerated() {
    return Math.max(0, voters - size());
  }

  /**
   * Says that one voter fewer tolerates as much: {@code 4 voters tolerate 1 loss, no more than 3
   * would}. The sentence is true of an even number only.
   */
  public String besideOneFewer() {
    return voters
        + " voters tolerate "
        + tolerated()
        + (tolerated() == 1 ? " loss" : " losses")
        + ", no more than "
        + (voters - 1)
        + " would";
  }

  /**
   * How many more voters may be lost before writes stop; below 0 quorum is lost.
   *
   * @param alive voters that vote now, at most {@link #voters}
   */
  public int margin(int alive) {
    return alive - size();
  }

  /**
   * Says how many voters are missing where quorum is lost, in place of a negative margin: {@code 2
   * of 3 voters are missing}.
   *
   * @param margin below 0
   */
  public static String missing(int voters, int margin) {
    int missing = voters - margin - new Quorum(voters).size();
    return missing
        + " of "
        + Amounts.count(voters, "voter")
        + (missing == 1 ? " is" : " are")
        + " missing";
  }

  public boolean isHeldBy(int alive) {
    return margin(alive) >= 0;
  }
}
