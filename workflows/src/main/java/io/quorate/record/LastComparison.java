package io.quorate.record;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Result of the last comparison of all voters' data that gave one, kept beside the snapshots so
 * that a look without a comparison knows it.
 *
 * @param at when the data was compared
 * @param revision up to which the data was compared
 * @param voters ids of the voters that were compared, as etcd prints them
 * @param difference who differs from whom, as a sentence; empty where all data was equal
 * @param odd the one member that differs from all others, which are a quorum; empty where the data
 *     was equal, and where nobody can tell who is right
 * @param equalAt when all data was equal last: now, or at an earlier comparison; empty where that
 *     is not known
 */
public record LastComparison(
    Instant at,
    Revision revision,
    Set<String> voters,
    Optional<String> difference,
    Optional<MemberName> odd,
    Optional<Instant> equalAt) {
  public LastComparison {
    // In one order, so that equal values are stored as equal text.
    voters = Collections.unmodifiableSortedSet(new TreeSet<>(voters));
    equalAt = difference.isEmpty() ? Optional.of(at) : equalAt;
  }

  /**
   * Returns this result with the time of the last equality from an earlier result, where this
   * result has none.
   */
  public LastComparison after(Optional<LastComparison> earlier) {
    return new LastComparison(
        at,
        revision,
        voters,
        difference,
        odd,
        equalAt.or(() -> earlier.flatMap(LastComparison::equalAt)));
  }

  public boolean isEqual() {
    return difference.isEmpty();
  }
}
