package io.quorate.record;

import io.quorate.cluster.Age;
import io.quorate.cluster.MembershipEntry;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * A member list that quorum confirmed, ordered by id.
 *
 * @param at when it was read last
 */
public record ConfirmedList(Instant at, List<MembershipEntry> entries) {
  public ConfirmedList {
    entries =
        entries.stream().sorted(Comparator.comparing(entry -> entry.id().toString())).toList();
  }

  /** The later of both lists; of two read at one time always the same one. */
  public ConfirmedList or(ConfirmedList other) {
    return Comparator.comparing(ConfirmedList::at)
                .thenComparing(ConfirmedList::toString)
                .compare(this, other)
            >= 0
        ? this
        : other;
  }

  /** Moves a list that a fast clock dated ahead to just before now: a list of now replaces it. */
  ConfirmedList notAhead(Instant now) {
    return Age.wasAhead(at, now) ? new ConfirmedList(now.minusMillis(1), entries) : this;
  }

  public List<MembershipEntry> voters() {
    return entries.stream().filter(entry -> !entry.learner()).toList();
  }

  /** Lists the voters whose ids another list lacks. */
  public List<MembershipEntry> votersMissingIn(List<MembershipEntry> other) {
    return voters().stream()
        .filter(voter -> other.stream().noneMatch(entry -> entry.id().equals(voter.id())))
        .toList();
  }
}
