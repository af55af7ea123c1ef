package io.quorate.step;

/**
 * Terms of an approval beside the number of people who have to give it.
 *
 * @param outsideSlack how many of the approvals have to come from outside Slack, from people who
 *     show a token; at least 0, at most the number of approvals
 * @param requesterCounts whether the approval of the person who asked may be one of them
 */
public record ApprovalTerms(int outsideSlack, boolean requesterCounts) {
  /** Terms that ask for nothing more than the number of people. */
  public static final ApprovalTerms NONE = new ApprovalTerms(0, false);

  /**
   * Returns the terms as they follow a number of approvals: {@code , 1 of them outside Slack with a
   * token}; empty for none.
   */
  public String words() {
    return (outsideSlack == 0 ? "" : ", " + outsideSlack + " of them outside Slack with a token")
        + (requesterCounts ? ", who asked may be one of them" : "");
  }
}
