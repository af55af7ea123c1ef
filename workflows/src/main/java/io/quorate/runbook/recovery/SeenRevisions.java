package io.quorate.runbook.recovery;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.DataOwner;
import io.quorate.cluster.DataPosition;
import io.quorate.cluster.Highest;
import io.quorate.cluster.Incarnation;
import io.quorate.cluster.Member;
import io.quorate.cluster.RestoreSource;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Revisions that clients may have seen of the cluster. A restored cluster has to begin above all of
 * these revisions (docs/etcd.md#n-34). Where the source is of the present history, only this
 * history counts. Where the source is of another history, every history that clients may have seen
 * counts.
 */
record SeenRevisions(ClusterView view, RestoreSource source) {
  /**
   * Returns whether the record, the data of members or a quorum tells how high these revisions are.
   * A snapshot alone does not tell.
   */
  boolean isBounded() {
    return told() > 0;
  }

  /** Returns the highest known revision; 0 where nothing tells a revision. */
  long highest() {
    return Math.max(
        told(),
        Stream.concat(
                new QuorumReach(view, source).revision().map(Highest::value).stream(), saved())
            .mapToLong(Long::longValue)
            .max()
            .orElse(0));
  }

  private boolean isOfNow() {
    return source.isOf(view);
  }

  private long told() {
    return Stream.of(recorded(), inData(), Stream.of(view.revisionOfQuorum()))
        .flatMap(all -> all)
        .mapToLong(Long::longValue)
        .max()
        .orElse(0);
  }

  private Stream<Long> recorded() {
    Stream<Incarnation> histories =
        isOfNow()
            ? view.past().incarnations(source.saved().clusterId()).stream()
            : Stream.concat(view.past().earlier().stream(), view.past().incarnation().stream());
    return histories.flatMap(one -> one.revision().stream()).map(Highest::value);
  }

  private Stream<Long> inData() {
    return view.members().stream()
        .filter(member -> isOfNow() || mayHaveServed(member))
        .flatMap(member -> member.data().position().stream())
        .map(DataPosition::highestRevision);
  }

  /**
   * Returns whether the data of the member is of a history of this cluster that clients may have
   * used.
   */
  private boolean mayHaveServed(Member member) {
    Optional<DataOwner> owner = member.data().owner();
    return view.strangerIn(member).isEmpty()
        && (owner.isEmpty() || !view.past().isUnserved(owner.map(DataOwner::cluster)));
  }

  /**
   * Returns the revisions of the snapshots of the present history, where the source is of another
   * history.
   */
  private Stream<Long> saved() {
    return view.sources().stream()
        .filter(one -> !isOfNow() && one.isOf(view))
        .map(one -> one.revision().value());
  }
}
