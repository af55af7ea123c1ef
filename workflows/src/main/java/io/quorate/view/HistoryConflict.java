package io.quorate.view;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.MembershipEntry;
import io.quorate.record.HighWaterMark;
import io.quorate.record.Incarnation;
import io.quorate.record.RecordedMember;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A contradiction between the record of a cluster and what answers now: something that only grows
 * in one history went back, or most of the members are others
 * (docs/concepts.md#the-cluster-record).
 *
 * @param recorded what the record has, as people read it
 * @param at when that was seen
 * @param seen what answers now
 * @param missing the confirmed voters that are not listed any more; empty unless that is the
 *     contradiction
 */
public record HistoryConflict(
    Kind kind, String recorded, Instant at, String seen, List<RecordedMember> missing) {
  /** Kind of the contradiction, the plainest first. */
  public enum Kind {
    CLUSTER_ID,
    RAFT_TERM,
    RAFT_INDEX,
    REVISION,
    MEMBERSHIP
  }

  public HistoryConflict {
    missing = List.copyOf(missing);
  }

  /**
   * The plainest contradiction. Only what quorum confirms contradicts: a member that has fallen
   * behind, or replays its log, reports lower numbers of the same history, and one that answers
   * alone may be a stray.
   */
  static Optional<HistoryConflict> between(Incarnation known, ClusterView view) {
    if (view.clusterId().isEmpty() || !view.isConfirmed()) {
      return Optional.empty();
    }
    if (view.clusterId().filter(known.clusterId()::equals).isEmpty()) {
      return Optional.of(
          new HistoryConflict(
              Kind.CLUSTER_ID,
              known.clusterId().toString(),
              known.since(),
              view.clusterId().get().toString(),
              List.of()));
    }
    return fell(Kind.RAFT_TERM, known.raftTerm(), view.term())
        .or(() -> fell(Kind.RAFT_INDEX, known.raftIndex(), view.highestRaftIndex()))
        .or(() -> fell(Kind.REVISION, known.revision(), view.highestRevision()))
        .or(() -> shrunk(known, view));
  }

  private static Optional<HistoryConflict> fell(
      Kind kind, Optional<HighWaterMark> known, long now) {
    return known
        .filter(highest -> now < highest.value())
        .map(
            highest ->
                new HistoryConflict(
                    kind,
                    Long.toString(highest.value()),
                    highest.at(),
                    Long.toString(now),
                    List.of()));
  }

  /**
   * More than half of the confirmed voters are gone, and no sequence of single removals was seen;
   * or one voter is left, as where a member was forced into a cluster of its own: of two that looks
   * like the removal of the other. What Quorate removed itself is in the record already.
   */
  private static Optional<HistoryConflict> shrunk(Incarnation known, ClusterView view) {
    List<MembershipEntry> listed =
        view.members().stream().flatMap(member -> member.entry().stream()).toList();
    return known
        .confirmed()
        .filter(
            list -> {
              int missing = list.votersMissingIn(listed).size();
              boolean alone = view.voters().size() == 1 && missing > 0;
              return alone || 2 * missing > list.voters().size();
            })
        .map(
            list ->
                new HistoryConflict(
                    Kind.MEMBERSHIP,
                    Amounts.count(list.voters().size(), "voter"),
                    list.at(),
                    Amounts.count(view.voters().size(), "voter"),
                    list.votersMissingIn(listed).stream()
                        .flatMap(voter -> known.member(voter.id()).stream())
                        .toList()));
  }

  /** The contradiction in a sentence. */
  public String inWords() {
    String when = Amounts.moment(at);
    return switch (kind) {
      case CLUSTER_ID ->
          "The members answer as cluster "
              + seen
              + ", and the record has cluster "
              + recorded
              + " since "
              + when
              + ".";
      case RAFT_TERM -> wentBack("raft term", when);
      case RAFT_INDEX -> wentBack("raft index", when);
      case REVISION -> wentBack("revision", when);
      case MEMBERSHIP ->
          "Quorum confirmed " + recorded + " at " + when + ", and the membership has " + seen + ".";
    };
  }

  private String wentBack(String name, String when) {
    return "The "
        + name
        + " went back: it is "
        + seen
        + ", and was "
        + recorded
        + " at "
        + when
        + ".";
  }
}
