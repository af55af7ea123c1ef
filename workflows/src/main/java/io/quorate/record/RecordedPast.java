package io.quorate.record;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataFinding;
import io.quorate.data.DataOwner;
import io.quorate.data.DataPosition;
import io.quorate.data.DataVerdict;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.SavedSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Past of the cluster that a look read in the record before the look asked any member.
 *
 * @param incarnation the history that the cluster has now; empty where none is recorded
 * @param unread why the record could not be read, in words; empty where it could
 * @param earlier the histories that the cluster had before it, the oldest first: data of theirs may
 *     hold what is nowhere else
 * @param tried who was started with its data since quorum was lost
 * @param drawn random characters for the token of a history that may begin next: a record that came
 *     back from an old copy does not know which tokens were used.
 * @param startedInVain who of {@code tried} ended right after the start
 * @param worst the worst single losses of earlier looks; empty where none are recorded
 */
public record RecordedPast(
    Optional<Incarnation> incarnation,
    Optional<String> unread,
    List<Incarnation> earlier,
    List<MemberName> tried,
    Optional<String> drawn,
    List<MemberName> startedInVain,
    Optional<WorstLosses> worst) {
  /** Nothing is remembered. */
  public static final RecordedPast NONE =
      new RecordedPast(Optional.empty(), Optional.empty(), List.of(), List.of());

  /** The past for which no characters were drawn. */
  public RecordedPast(
      Optional<Incarnation> incarnation,
      Optional<String> unread,
      List<Incarnation> earlier,
      List<MemberName> tried) {
    this(incarnation, unread, earlier, tried, Optional.empty(), List.of(), Optional.empty());
  }

  public RecordedPast {
    earlier = List.copyOf(earlier);
    tried = List.copyOf(tried);
    startedInVain = List.copyOf(startedInVain);
  }

  /** The past of a record that was read. */
  public static RecordedPast of(Optional<ClusterRecord> record) {
    List<Incarnation> all = record.map(ClusterRecord::incarnations).orElse(List.of());
    return new RecordedPast(
        record.flatMap(ClusterRecord::current),
        Optional.empty(),
        all.subList(0, Math.max(0, all.size() - 1)),
        record.map(ClusterRecord::triedSinceQuorum).orElse(List.of()),
        Optional.empty(),
        record.map(ClusterRecord::startedInVainSinceQuorum).orElse(List.of()),
        record.flatMap(ClusterRecord::worst));
  }

  /** The past that could not be read, for this reason. */
  public static RecordedPast unread(String why) {
    return new RecordedPast(Optional.empty(), Optional.of(why), List.of(), List.of());
  }

  /** Returns this past with random characters for new names. */
  public RecordedPast drawing(String random) {
    return new RecordedPast(
        incarnation, unread, earlier, tried, Optional.of(random), startedInVain, worst);
  }

  /**
   * Returns the past for a projected view. The recorded incarnation is left out, because a
   * projected view was never seen and so cannot contradict the record.
   */
  public RecordedPast projected() {
    return new RecordedPast(
        Optional.empty(), unread, earlier, tried, drawn, startedInVain, Optional.empty());
  }

  /**
   * The highest raft index that this member was seen to have committed in the history that the
   * cluster has now; empty where none is recorded.
   */
  public Optional<Long> committed(MemberId member) {
    return furthest(member).map(HighWaterMark::value);
  }

  /** As {@link #committed(MemberId)}, with the time at which it was seen first. */
  public Optional<HighWaterMark> furthest(MemberId member) {
    return incarnation.flatMap(now -> now.member(member)).flatMap(RecordedMember::raftIndex);
  }

  /**
   * The highest raft index that the owner of data was seen to have committed; empty also where the
   * data is of another history than the cluster has now.
   */
  public Optional<Long> committed(DataOwner owner) {
    return incarnation
        .filter(now -> now.clusterId().equals(owner.cluster()))
        .flatMap(now -> committed(owner.member()));
  }

  /**
   * The data directory, damaged where its data is older than its member once was, by the record: a
   * copy, or a volume that was rolled back. Its member has acknowledged what it lacks, so it is not
   * started, with quorum or without (docs/etcd.md#n-03).
   */
  public DataDirectory judged(DataDirectory data) {
    Optional<Long> reached =
        data.position().map(DataPosition::lastIndex).filter(last -> last != 0 && data.intact());
    return data.owner()
        .filter(own -> reached.isPresent())
        .flatMap(this::committed)
        .filter(seen -> reached.orElse(seen) < seen)
        .map(
            seen ->
                data.damagedBy(
                    new DataFinding(
                        DataVerdict.OUTDATED,
                        "it ends at raft index %d, and its member once had committed %d: an older copy, or a volume that was rolled back"
                            .formatted(reached.orElse(seen), seen))))
        .orElse(data);
  }

  /**
   * When quorum last confirmed the members of the history that the cluster has now: what was
   * acknowledged later was not seen. Empty where nothing is recorded.
   */
  public Optional<Instant> confirmedAt() {
    return incarnation.flatMap(Incarnation::confirmed).map(ConfirmedList::at);
  }

  /** Whether this id is that of a history which the cluster had before the one it has now. */
  public boolean isEarlier(ClusterId cluster) {
    return incarnations(cluster).stream().anyMatch(earlier::contains);
  }

  /**
   * Whether the history with this id is the one that the cluster has now, was restored, and was not
   * seen to serve: nothing was acknowledged in it.
   */
  public boolean isUnserved(Optional<ClusterId> cluster) {
    return incarnation
        .filter(Incarnation::isUnserved)
        .filter(one -> cluster.filter(one.clusterId()::equals).isPresent())
        .isPresent();
  }

  /**
   * The history whose place a restore took; empty where the cluster's history now is no restored
   * one, or none is recorded before it.
   */
  public Optional<Incarnation> beforeRestore() {
    return incarnation
        .filter(now -> now.began().kind() == Origin.Kind.RESTORED)
        .filter(now -> !earlier.isEmpty())
        .map(now -> earlier.getLast());
  }

  /**
   * How many voters there were when a plan removed the last voter at this place, to add it again;
   * empty where none did.
   */
  public Optional<Integer> removedFrom(MemberName place) {
    return incarnation.flatMap(now -> now.lastVoter(place)).flatMap(RecordedMember::removedFrom);
  }

  /**
   * Whether a voter was at this place in the last history that served before a restore, and none
   * since. A restore keeps those stopped that it can reach, and the plan brings them in or says
   * that it leaves them away.
   */
  public boolean hadVoterBeforeRestore(MemberName place) {
    return beforeRestore().isPresent()
        && incarnation.flatMap(now -> now.lastVoter(place)).isEmpty()
        && earlier.reversed().stream()
            .filter(one -> !one.isUnserved())
            .findFirst()
            .filter(served -> served.confirms(place))
            .isPresent();
  }

  /** The newest history that served clients, as far as is known; empty where none is recorded. */
  public Optional<Incarnation> lastServed() {
    List<Incarnation> served = all().stream().filter(one -> !one.isUnserved()).toList();
    return served.isEmpty() ? Optional.empty() : Optional.of(served.getLast());
  }

  /**
   * Since when the cluster with this id is in another future than the one that it had before under
   * the same id, because a person accepted that; empty where no future of it was given up.
   */
  public Optional<Instant> parted(ClusterId cluster) {
    return parting(cluster).map(Incarnation::since);
  }

  private Optional<Incarnation> parting(ClusterId cluster) {
    return partings(cluster).findFirst();
  }

  /** The histories with this id that are another future than the one before, the newest first. */
  private Stream<Incarnation> partings(ClusterId cluster) {
    List<Incarnation> same = incarnations(cluster);
    return same.stream()
        .filter(Incarnation::isOtherFuture)
        .filter(one -> one.lineage().isPresent() || !one.equals(same.getLast()));
  }

  /**
   * Whether a snapshot was saved in a future that was given up. It has the cluster id of now, and
   * its revision, term and index compare with nothing of now (docs/etcd.md#other-future).
   */
  public boolean isGivenUp(SavedSnapshot saved) {
    return parted(saved.clusterId()).filter(saved.savedAt()::isBefore).isPresent();
  }

  /**
   * Whether a snapshot is of the history that the cluster has now; also where no history is
   * recorded, and nothing says otherwise.
   */
  public boolean isOfNow(SavedSnapshot saved) {
    return incarnation
        .map(now -> now.clusterId().equals(saved.clusterId()) && !isGivenUp(saved))
        .orElse(true);
  }

  /**
   * The history of a snapshot: numbers of two snapshots compare where this is equal, and nowhere
   * else (docs/etcd.md#n-33). A cluster id, and since when that has this future.
   */
  public String historyOf(SavedSnapshot saved) {
    return saved.clusterId()
        + partings(saved.clusterId())
            .map(Incarnation::since)
            .filter(since -> !saved.savedAt().isBefore(since))
            .findFirst()
            .map(since -> " since " + since)
            .orElse("");
  }

  /**
   * Whether both are of one history: their numbers compare (docs/etcd.md#n-33). That they have one
   * cluster id is not enough. A foreign file is comparable with itself only.
   */
  public boolean areComparable(RestoreSource one, RestoreSource other) {
    if (one.isForeign() || other.isForeign()) {
      return one.saved().file().equals(other.saved().file());
    }
    return historyOf(one.saved()).equals(historyOf(other.saved()));
  }

  /**
   * The history in which the owner of this data was last seen to answer, where that was given up
   * and the owner was never seen in what took its place; empty otherwise.
   */
  public Optional<Incarnation> givenUp(DataOwner owner) {
    List<Incarnation> same = incarnations(owner.cluster());
    Optional<Integer> at = parting(owner.cluster()).map(same::indexOf);
    return at.filter(
            last ->
                same.subList(0, last + 1).stream().noneMatch(one -> answered(one, owner.member())))
        .flatMap(
            last ->
                same.subList(last + 1, same.size()).stream()
                    .filter(one -> one.member(owner.member()).isPresent())
                    .findFirst());
  }

  private static boolean answered(Incarnation history, MemberId member) {
    return history.member(member).flatMap(RecordedMember::raftIndex).isPresent();
  }

  private List<Incarnation> all() {
    return Stream.concat(earlier.stream(), incarnation.stream()).toList();
  }

  /**
   * The recorded histories with this cluster id, the newest first. A bootstrap on the same names
   * and token has the id of the one before.
   */
  public List<Incarnation> incarnations(ClusterId cluster) {
    List<Incarnation> all =
        new ArrayList<>(all().stream().filter(one -> one.clusterId().equals(cluster)).toList());
    Collections.reverse(all);
    return List.copyOf(all);
  }
}
