package io.quorate.runbook.recovery.loss;

import io.quorate.cluster.Amounts;
import io.quorate.data.DataOwner;
import io.quorate.data.DataPosition;
import io.quorate.record.HighWaterMark;
import io.quorate.record.Incarnation;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.Salvage;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Revisions that clients may have seen of the cluster. A restored cluster has to begin above all of
 * these revisions (docs/etcd.md#n-34). Every recorded history counts, because a restore that was
 * undone may have served at raised revisions. The data of members counts, and for a source of
 * another history the snapshots of the present history count too.
 */
public record SeenRevisions(ClusterView view, RestoreSource source) {
  /**
   * Returns whether the record, the data of members or a quorum tells how high the revisions are
   * that the source lacks. A snapshot alone does not tell. Where the source is of the present
   * history, an earlier history does not tell either.
   */
  public boolean isBounded() {
    Stream<Incarnation> histories =
        isOfNow() ? view.past().incarnations(source.saved().clusterId()).stream() : everRecorded();
    return highest(revisions(histories), inData(), LongStream.of(view.revisionOfQuorum())) > 0;
  }

  /**
   * Returns the highest revision that the record or a quorum of the voters tells; 0 where none
   * does. Of several voters one host alone cannot raise this number; the only voter is a quorum by
   * itself.
   */
  public long confirmed() {
    return highest(revisions(everRecorded()), LongStream.of(view.revisionOfQuorum()));
  }

  /** Returns the highest known revision; 0 where nothing tells a revision. */
  public long highest() {
    return highest(
        LongStream.of(confirmed()),
        inData(),
        new QuorumReach(view, source).revision().stream().mapToLong(HighWaterMark::value),
        saved().mapToLong(one -> one.revision().value()));
  }

  /** Returns in words which data of members and which snapshots tell a revision above this one. */
  public List<String> telling(long revision) {
    return Stream.concat(
            members(revision).map(SeenRevisions::data),
            snapshots(revision).map(SeenRevisions::file))
        .toList();
  }

  /** Returns what {@link #telling} does, each with how to set it aside. */
  public List<String> beyond(long revision) {
    return Stream.concat(
            members(revision)
                .map(member -> data(member) + " (stop its etcd, then rename the directory)"),
            snapshots(revision)
                .map(
                    one ->
                        file(one) + " (move it out of the place of the snapshots, with its .json)"))
        .toList();
  }

  private static String data(Member member) {
    return "the data of " + member.name();
  }

  private static String file(RestoreSource snapshot) {
    return snapshot.saved().file();
  }

  private Stream<Member> members(long above) {
    return counted().filter(member -> revisionIn(member).anyMatch(one -> one > above));
  }

  private Stream<RestoreSource> snapshots(long above) {
    return saved().filter(one -> one.revision().value() > above);
  }

  private boolean isOfNow() {
    return view.isOwn(source);
  }

  private static long highest(LongStream... told) {
    return Stream.of(told).flatMapToLong(all -> all).max().orElse(0);
  }

  private Stream<Incarnation> everRecorded() {
    return Stream.concat(view.past().earlier().stream(), view.past().incarnation().stream());
  }

  private static LongStream revisions(Stream<Incarnation> histories) {
    return histories.flatMap(one -> one.revision().stream()).mapToLong(HighWaterMark::value);
  }

  private LongStream inData() {
    return counted().flatMapToLong(SeenRevisions::revisionIn);
  }

  private Stream<Member> counted() {
    return view.members().stream().filter(member -> isOfNow() || mayHaveServed(member));
  }

  private static LongStream revisionIn(Member member) {
    return member.data().position().stream().mapToLong(DataPosition::highestRevision);
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
   * Returns the snapshots of the present history, where the source is of another history. Their
   * revisions count.
   */
  private Stream<RestoreSource> saved() {
    return view.sources().stream().filter(one -> !isOfNow() && view.isOwn(one));
  }

  /**
   * Revision and raft index up to which quorum is known to have been in the history of a source: by
   * the record, by what voters answer now, and by snapshots that are further than the source, also
   * those that cannot be used. Numbers of another history say nothing (docs/etcd.md#n-33).
   */
  record QuorumReach(ClusterView view, RestoreSource source) {

    /** The highest revision, and when it was seen; empty where nothing tells. */
    Optional<HighWaterMark> revision() {
      return HighWaterMark.of(
          told(Incarnation::revision, ClusterView::revisionOfQuorum),
          witness().map(one -> new HighWaterMark(one.revision().value(), one.saved().savedAt())));
    }

    /**
     * The highest raft index that was committed, and when it was seen; empty where nothing tells.
     */
    Optional<HighWaterMark> index() {
      return HighWaterMark.of(
          told(Incarnation::raftIndex, ClusterView::highestRaftIndex),
          witness()
              .filter(one -> one.index() != 0)
              .map(one -> new HighWaterMark(one.index(), one.saved().savedAt())));
    }

    /** The words, such as {@code at revision 92 and raft index 104, at 2026-11-21T02:02:24Z}. */
    String inWords() {
      HighWaterMark far = revision().orElseThrow();
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
    private Optional<HighWaterMark> told(
        Function<Incarnation, Optional<HighWaterMark>> recorded, ToLongFunction<ClusterView> now) {
      if (view.past().isGivenUp(source.saved())) {
        return Optional.empty();
      }
      Optional<HighWaterMark> before =
          view.past().incarnations(source.saved().clusterId()).stream()
              .findFirst()
              .flatMap(recorded);
      return view.margin() < 0 || !view.isOwn(source)
          ? before
          : HighWaterMark.of(
              before, Optional.of(new HighWaterMark(now.applyAsLong(view), view.at())));
    }

    /**
     * The furthest snapshot of this history beyond the source. One that a forced copy gave is left
     * out: it has the end of a log, of which nobody knows whether it was decided. While quorum
     * holds its voters know more.
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
}
