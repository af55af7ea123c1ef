package io.quorate.runbook.recovery;

import io.quorate.cluster.Amounts;
import io.quorate.record.Highest;
import io.quorate.record.Incarnation;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.Salvage;
import io.quorate.view.ClusterView;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Revision and raft index up to which quorum is known to have been in the history of a source: by
 * the record, by what voters answer now, and by snapshots that are further than the source, also
 * those that cannot be used. Numbers of another history say nothing (docs/etcd.md#n-33).
 */
record QuorumReach(ClusterView view, RestoreSource source) {

  /** The highest revision, and when it was seen; empty where nothing tells. */
  Optional<Highest> revision() {
    return Highest.of(
        told(Incarnation::revision, ClusterView::revisionOfQuorum),
        witness().map(one -> new Highest(one.revision().value(), one.saved().savedAt())));
  }

  /** The highest raft index that was committed, and when it was seen; empty where nothing tells. */
  Optional<Highest> index() {
    return Highest.of(
        told(Incarnation::raftIndex, ClusterView::highestRaftIndex),
        witness()
            .filter(one -> one.index() != 0)
            .map(one -> new Highest(one.index(), one.saved().savedAt())));
  }

  /** The words, such as {@code at revision 92 and raft index 104, at 2026-11-21T02:02:24Z}. */
  String inWords() {
    Highest far = revision().orElseThrow();
    String revision =
        "revision "
            + far.value()
            + witness()
                .filter(one -> one.revision().value() == far.value())
                .filter(one -> far.at().equals(one.saved().savedAt()))
                .map(one -> " (" + one.saved().file() + " has it)")
                .orElse("");
    String seen = ", at " + Amounts.moment(far.at());
    return index()
        .map(
            index ->
                index.at().equals(far.at())
                    ? revision + " and raft index " + index.value() + seen
                    : "%s%s, and at raft index %d, at %s"
                        .formatted(revision, seen, index.value(), Amounts.moment(index.at())))
        .orElse(revision + seen);
  }

  /**
   * Returns the highest number that the record tells of the source's history. Where the source is
   * of the present history and quorum holds, the voters tell too. Empty for a history that was
   * given up. A file that somebody else put here has no history in the record.
   */
  private Optional<Highest> told(
      Function<Incarnation, Optional<Highest>> recorded, ToLongFunction<ClusterView> now) {
    if (view.past().isGivenUp(source.saved())) {
      return Optional.empty();
    }
    Optional<Highest> before =
        view.past().incarnations(source.saved().clusterId()).stream().findFirst().flatMap(recorded);
    return view.margin() < 0 || !view.isOwn(source)
        ? before
        : Highest.of(before, Optional.of(new Highest(now.applyAsLong(view), view.at())));
  }

  /**
   * The furthest snapshot of this history beyond the source. One that a forced copy gave is left
   * out: it has the end of a log, of which nobody knows whether it was decided. While quorum holds
   * its voters know more.
   */
  private Optional<RestoreSource> witness() {
    return Stream.concat(view.sources().stream(), view.unusableSources().stream())
        .filter(one -> view.margin() < 0)
        .filter(one -> view.past().areComparable(one, source))
        .filter(one -> one.revision().compareTo(source.revision()) > 0)
        .filter(
            one ->
                one.saved()
                    .salvage()
                    .filter(made -> made.way() == Salvage.Way.FORCED_COPY)
                    .isEmpty())
        .max(Comparator.comparing(RestoreSource::revision));
  }
}
