package io.quorate.approval;

import java.util.Optional;

/**
 * How many people have to approve.
 *
 * @param approvals at least 0; 0 asks nobody
 * @param group the group they have to belong to; empty: any approver
 */
public record Requirement(int approvals, Optional<String> group) {
  /** Throws {@link IllegalArgumentException} for a negative number. */
  public Requirement {
    group = group == null ? Optional.empty() : group;
    if (approvals < 0) {
      throw new IllegalArgumentException("the number of approvals cannot be negative");
    }
  }

  public static Requirement anybody(int approvals) {
    return new Requirement(approvals, Optional.empty());
  }
}
