package io.quorate.record;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.data.FullReading;
import io.quorate.snapshot.SavedSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Record of a cluster, which Quorate keeps outside of the cluster
 * (docs/concepts.md#the-cluster-record). The record never goes back: every value is the later, the
 * higher or the union of the values seen, so that two writers lose nothing of each other whatever
 * the order in which their records are joined.
 *
 * @param since since when there is a record; the cluster may be much older
 * @param begun why there is nothing before that, in words
 * @param incarnations the histories of the cluster, the current one last, at most {@link
 *     #INCARNATIONS}
 * @param lastSnapshot the last snapshot whose SHA-256 was checked
 * @param lastLook the last look that was recorded
 * @param readings what the last reading of all of each member's data found; none in records that
 *     were written before it was kept
 * @param tried who was started without quorum, and when last; none in records that were written
 *     before it was kept
 * @param changers the operations that changed the cluster, in the order of their first changes;
 *     none in records that were written before they were kept
 * @param worst the worst single losses; empty in records that were written before they were kept
 * @param sizes of the database in the last day; empty in records that were written before they were
 *     kept
 */
public record ClusterRecord(
    ClusterKey cluster,
    Instant since,
    String begun,
    List<Incarnation> incarnations,
    Optional<SavedSnapshot> lastSnapshot,
    Optional<LastLook> lastLook,
    List<FullReading> readings,
    List<TriedReturn> tried,
    List<Changer> changers,
    Optional<WorstLosses> worst,
    Optional<SizeHistory> sizes) {
  /** Most incarnations that are kept; the oldest are forgotten first. */
  public static final int INCARNATIONS = 32;

  public ClusterRecord {
    incarnations = incarnations.stream().sorted(Incarnation.OLDEST_FIRST).toList();
    incarnations =
        incarnations.subList(Math.max(0, incarnations.size() - INCARNATIONS), incarnations.size());
    readings = List.copyOf(readings);
    tried = List.copyOf(tried);
    changers = List.copyOf(changers);
  }

  /** An empty record that begins now. */
  public static ClusterRecord begin(ClusterKey cluster, Instant now, String because) {
    return new ClusterRecord(
        cluster,
        now,
        because,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  /** The history that this cluster has now; empty where no member was ever seen. */
  public Optional<Incarnation> current() {
    return incarnations.isEmpty()
        ? Optional.empty()
        : Optional.of(incarnations.get(incarnations.size() - 1));
  }

  /**
   * The record after a look.
   *
   * @param known the histories, with what the look showed of them
   * @param saved the snapshot that the look knew to be the last
   * @param read what the look, or one before it, read of members' data
   * @param losses the worst single losses that the look shows
   */
  public ClusterRecord looked(
      List<Incarnation> known,
      LastLook look,
      Optional<SavedSnapshot> saved,
      List<FullReading> read,
      List<WorstLoss> losses) {
    return new ClusterRecord(
        cluster,
        since,
        begun,
        known,
        Known.either(lastSnapshot, saved, ClusterRecord::newer),
        Optional.of(look),
        FullReading.latest(readings, read),
        tried,
        changers,
        losses.isEmpty()
            ? worst
            : Optional.of(worst.orElse(WorstLosses.NONE).after(losses, changers)),
        sizes);
  }

  /** The record after a look that saw this size of the largest database. */
  public ClusterRecord sized(SeenSize now) {
    return new ClusterRecord(
        cluster,
        since,
        begun,
        incarnations,
        lastSnapshot,
        lastLook,
        readings,
        tried,
        changers,
        worst,
        Optional.of(sizes.orElse(SizeHistory.NONE).after(now)));
  }

  /** The record with these histories after a look. */
  public ClusterRecord with(List<Incarnation> all, LastLook look) {
    return with(all, Optional.of(look));
  }

  /** The record whose current history is this, in place of what it had. */
  public ClusterRecord withCurrent(Incarnation now) {
    return with(past(), now);
  }

  /**
   * The record after a snapshot was restored as the data of this one member: a history of its own
   * begins, under a token that was never used before (docs/etcd.md#n-07). Called again for the same
   * cluster it changes nothing.
   */
  public ClusterRecord restored(RestoredMember first, Instant now, Origin began) {
    if (current().filter(last -> last.clusterId().equals(first.owner().cluster())).isPresent()) {
      return this;
    }
    Instant after = current().map(last -> last.since().plusMillis(1)).orElse(now);
    return with(incarnations, first.incarnation(now, began).notBefore(after));
  }

  /**
   * Returns the record with the revision up to which nobody but Quorate changed a key of this
   * restored cluster. Returns the record unchanged where the cluster has another history by now.
   */
  public ClusterRecord unwritten(ClusterId restored, HighWaterMark far) {
    return current()
        .filter(last -> last.clusterId().equals(restored))
        .filter(last -> last.began().kind() == Origin.Kind.RESTORED)
        .map(last -> withCurrent(last.unwrittenUpTo(far)))
        .orElse(this);
  }

  /**
   * The record after a plan removed a member, to add it again.
   *
   * @param voters how many there were with it
   */
  public ClusterRecord removed(MemberId member, int voters) {
    return current().map(last -> withCurrent(last.removed(member, voters))).orElse(this);
  }

  /**
   * The record after the restore of the current history was undone: the one before it goes on, as
   * an incarnation of its own, because nothing is taken out of a record. Called again it changes
   * nothing.
   *
   * @param old the cluster whose data is back in its place
   */
  public ClusterRecord undone(ClusterId old, Instant now, Origin began) {
    if (current().filter(last -> last.clusterId().equals(old)).isPresent()) {
      return this;
    }
    Instant after = current().map(last -> last.since().plusMillis(1)).orElse(now);
    Instant begin = now.isBefore(after) ? after : now;
    return incarnations.reversed().stream()
        .filter(one -> one.clusterId().equals(old))
        .findFirst()
        .map(one -> with(incarnations, one.goingOn(begin, began)))
        .orElse(this);
  }

  /** The histories before the current one. */
  private List<Incarnation> past() {
    return incarnations.subList(0, Math.max(0, incarnations.size() - 1));
  }

  private ClusterRecord with(List<Incarnation> before, Incarnation last) {
    return with(Stream.concat(before.stream(), Stream.of(last)).toList(), lastLook);
  }

  private ClusterRecord with(List<Incarnation> all, Optional<LastLook> look) {
    return new ClusterRecord(
        cluster, since, begun, all, lastSnapshot, look, readings, tried, changers, worst, sizes);
  }

  private ClusterRecord with(List<TriedReturn> started, List<Changer> changing) {
    return new ClusterRecord(
        cluster,
        since,
        begun,
        incarnations,
        lastSnapshot,
        lastLook,
        readings,
        started,
        changing,
        worst,
        sizes);
  }

  /** Joins two records of one cluster; neither loses anything that the other lacks. */
  public ClusterRecord or(ClusterRecord other) {
    requireSame(other.cluster);
    ClusterRecord elder =
        Comparator.comparing(ClusterRecord::since)
                    .thenComparing(ClusterRecord::begun)
                    .compare(this, other)
                <= 0
            ? this
            : other;
    List<Incarnation> all = new ArrayList<>();
    Stream.concat(incarnations.stream(), other.incarnations.stream())
        .forEach(
            one -> {
              Optional<Incarnation> same = all.stream().filter(one::isSameAs).findFirst();
              same.ifPresent(all::remove);
              all.add(same.map(one::or).orElse(one));
            });
    return new ClusterRecord(
        cluster,
        elder.since,
        elder.begun,
        all,
        Known.either(lastSnapshot, other.lastSnapshot, ClusterRecord::newer),
        Known.either(lastLook, other.lastLook, LastLook::or),
        FullReading.latest(readings, other.readings),
        TriedReturn.latest(tried, other.tried),
        Changer.latest(changers, other.changers),
        Known.either(worst, other.worst, WorstLosses::or),
        Known.either(sizes, other.sizes, SizeHistory::or));
  }

  private static SavedSnapshot newer(SavedSnapshot one, SavedSnapshot other) {
    return Comparator.comparing(SavedSnapshot::savedAt)
                .thenComparing(SavedSnapshot::toString)
                .compare(one, other)
            >= 0
        ? one
        : other;
  }

  /**
   * Whether both tell the same of incarnations, members and readings of data. A difference is
   * written at once, because the next look is judged by it; other figures may wait.
   */
  public boolean listsTheSameAs(ClusterRecord other) {
    return current().isPresent() == other.current().isPresent()
        && incarnations.size() == other.incarnations.size()
        && readings.equals(other.readings)
        && current().map(own -> own.listsTheSameAs(other.current().orElseThrow())).orElse(true);
  }

  /** The record after a member is started with its data while there is no quorum. */
  public ClusterRecord tried(MemberName member, Instant now) {
    return started(new TriedReturn(member, now, false));
  }

  /** The record after an operation of this installation begins a change. */
  public ClusterRecord changing(String operation, String installation, Instant now) {
    return with(tried, Changer.beginning(changers, operation, installation, now));
  }

  /** Why an operation is over, because another one changed the cluster after it. */
  public Optional<String> over(String operation) {
    return Changer.over(changers, operation);
  }

  /** Why an operation may not change the cluster yet, because another installation does. */
  public Optional<String> heldByAnother(String operation, String installation, Instant now) {
    return Changer.held(changers, operation, installation, now);
  }

  /** The record after the process of a member ended right after such a start. */
  public ClusterRecord startedInVain(MemberName member, Instant now) {
    return started(new TriedReturn(member, now, true));
  }

  private ClusterRecord started(TriedReturn start) {
    return with(TriedReturn.latest(tried, List.of(start)), changers);
  }

  /** Members that were started with their data after quorum was last confirmed. */
  List<MemberName> triedSinceQuorum() {
    return sinceQuorum(start -> true);
  }

  /** Lists the members whose process ended right after their last start since quorum. */
  List<MemberName> startedInVainSinceQuorum() {
    return sinceQuorum(TriedReturn::inVain);
  }

  private List<MemberName> sinceQuorum(Predicate<TriedReturn> which) {
    Instant quorum =
        current().flatMap(Incarnation::confirmed).map(ConfirmedList::at).orElse(Instant.EPOCH);
    return tried.stream()
        .filter(one -> one.at().isAfter(quorum))
        .filter(which)
        .map(TriedReturn::member)
        .sorted()
        .toList();
  }

  /** The data of a member as a look saw it, with what an earlier reading of all of it found. */
  public DataDirectory remembered(MemberName member, DataDirectory seen) {
    return FullReading.remembered(readings, member, seen);
  }

  /** Refuses what is of another cluster. */
  public void requireSame(ClusterKey other) {
    if (!cluster.equals(other)) {
      throw new IllegalArgumentException(other + " is not in the record of " + cluster);
    }
  }
}
