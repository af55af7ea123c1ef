package io.quorate.approval;

import io.quorate.step.ApprovalTerms;
import java.util.Optional;

/**
 * Requirement for an approval: how many people, and of which group.
 *
 * @param approvals at least 0; 0 asks nobody
 * @param group the group that the approvers have to belong to; empty: any approver
 * @param terms beside the number; empty where there are none, and in a question of a release
 *     without terms
 */
public record Requirement(int approvals, Optional<String> group, Optional<ApprovalTerms> terms) {
  /**
   * Throws {@link IllegalArgumentException} for a negative number of approvals, and for terms that
   * this number of people cannot meet.
   */
  public Requirement {
    if (approvals < 0) {
      throw new IllegalArgumentException("the number of approvals cannot be negative");
    }
    terms = terms.filter(any -> !any.equals(ApprovalTerms.NONE));
    if (terms.filter(any -> any.outsideSlack() > approvals).isPresent()) {
      throw new IllegalArgumentException("more approvals outside Slack than approvals");
    }
  }

  /** Creates a requirement without terms. */
  public Requirement(int approvals, Optional<String> group) {
    this(approvals, group, Optional.empty());
  }

  /** Returns this requirement with at least a single approval. */
  Requirement atLeastOne() {
    return approvals == 0 ? new Requirement(1, group) : this;
  }

  /**
   * Returns this requirement where the approval of the person who asked may be one of several; a
   * requirement of a single approval stays as it is.
   */
  public Requirement withRequester() {
    return approvals < 2
        ? this
        : new Requirement(approvals, group, Optional.of(new ApprovalTerms(outsideSlack(), true)));
  }

  /** Returns how many of the approvals have to come from outside Slack, with a token. */
  public int outsideSlack() {
    return terms.map(ApprovalTerms::outsideSlack).orElse(0);
  }

  /** Returns whether the approval of the person who asked may be one of them. */
  public boolean requesterCounts() {
    return terms.filter(ApprovalTerms::requesterCounts).isPresent();
  }

  public static Requirement anybody(int approvals) {
    return new Requirement(approvals, Optional.empty());
  }
}
