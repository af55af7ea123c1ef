package io.quorate.approval;

import java.util.Optional;

/**
 * Requirement for an approval: how many people, and of which group.
 *
 * @param approvals at least 0; 0 asks nobody
 * @param group the group that the approvers have to belong to; empty: any approver
 */
public record Requirement(int approvals, Optional<String> group) {
  /** Throws {@link IllegalArgumentException} for a negative number of approvals. */
  public Requirement {
    if (approvals < 0) {
      throw new IllegalArgumentException("the number of approvals cannot be negative");
    }
  }

  /** Returns this requirement with at least a single approval. */
  Requirement atLeastOne() {
    return approvals == 0 ? new Requirement(1, group) : this;
  }

  public static Requirement anybody(int approvals) {
    return new Requirement(approvals, Optional.empty());
  }
}
