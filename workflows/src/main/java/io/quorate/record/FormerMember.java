package io.quorate.record;

import io.quorate.data.DataOwner;
import java.util.Optional;

/**
 * The member whose data of this cluster's history, or of another cluster, lies at a place where a
 * member is to begin empty. Acknowledged writes may be in that data alone.
 *
 * @param owner as the data says, which never moves
 * @param far who it was and how far, in words: the record of that goes on, and may be out of reach
 * @param foreign whether it is of another cluster than any that this one was; empty where it is not
 */
public record FormerMember(DataOwner owner, String far, Optional<Boolean> foreign) {
  /** A member that this cluster had. */
  public FormerMember(DataOwner owner, String far) {
    this(owner, far, Optional.empty());
  }

  /** Says which history the data is of, in words to stand before the member. */
  public String whose() {
    return foreign.orElse(false)
        ? "data of another cluster, of "
        : "data of this cluster's history, of ";
  }
}
