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
 * Revisions that clients may have seen of the cluster: what is restored has to begin above all of
 * them (docs/etcd.md#n-34). Where the source is of the history of now, only that history counts. A
 * source of another one begins a row of its own, so every history that clients saw counts.
 */
record SeenRevisions(ClusterView view, RestoreSource source) {
  /** Whether something bounds them from above; a snapshot alone does not. */
  boolean isBounded() {
    return told() > 0;
  }

  /** The highest that is known of; 0 where nothing tells. */
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

  /** Whether the data is of a history of this cluster that clients may have used. */
  private boolean mayHaveServed(Member member) {
    Optional<DataOwner> owner = member.data().owner();
    return view.strangerIn(member).isEmpty()
        && (owner.isEmpty() || !view.past().isUnserved(owner.map(DataOwner::cluster)));
  }

  /** Snapshots of the history of now, which the source is none of. */
  private Stream<Long> saved() {
    return view.sources().stream()
        .filter(one -> !isOfNow() && one.isOf(view))
        .map(one -> one.revision().value());
  }
}
