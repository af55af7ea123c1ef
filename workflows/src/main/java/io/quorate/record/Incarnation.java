package io.quorate.record;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One history of a cluster, from its bootstrap or restore to the next. Revision, raft term and raft
 * index only grow in it, and compare with those of no other (docs/etcd.md#n-33).
 *
 * @param since when it was seen first
 * @param bootstrapName its {@code --initial-cluster-token}, which is no secret, as far as
 *     environment files say it
 * @param confirmed the last member list that quorum confirmed
 * @param revision the highest that a quorum of the voters had
 * @param raftTerm the highest in which quorum followed a leader
 * @param raftIndex the highest that a member had committed
 * @param members everybody who was ever in a confirmed list, at most {@link #MEMBERS}
 * @param unwritten the revision up to which nobody but Quorate changed a key of a restored cluster:
 *     the revision with which the cluster began, before any client could reach it, plus the changes
 *     of Quorate since; empty where the revision is not known
 * @param lineage how it stands to the history before it that had the same cluster id; empty where
 *     none had. An {@linkplain Origin.Kind#ACCEPTED accepted} history without one counts as another
 *     future
 */
public record Incarnation(
    ClusterId clusterId,
    Instant since,
    Origin began,
    Optional<String> bootstrapName,
    Optional<ConfirmedList> confirmed,
    Optional<HighWaterMark> revision,
    Optional<HighWaterMark> raftTerm,
    Optional<HighWaterMark> raftIndex,
    List<RecordedMember> members,
    Optional<HighWaterMark> unwritten,
    Optional<Lineage> lineage) {
  /** How a history stands to an earlier one with its cluster id; the names are in files. */
  public enum Lineage {
    /** The incarnation continues the earlier one: all data of the earlier one is in it. */
    GOES_ON,
    /**
     * The numbers went back: a restore or a bootstrap under the same names and token. What came
     * after that point in the earlier one was given up.
     */
    OTHER_FUTURE
  }

  /** Most members that are kept; those whose listing is the longest ago are forgotten first. */
  public static final int MEMBERS = 32;

  /**
   * Order of incarnations: the older first; cluster id and beginning decide between two of the same
   * time.
   */
  static final Comparator<Incarnation> OLDEST_FIRST =
      Comparator.comparing(Incarnation::since)
          .thenComparing(one -> one.clusterId().toString())
          .thenComparing(one -> one.began().toString());

  public Incarnation {
    members =
        members.stream()
            .sorted(
                Comparator.comparing(RecordedMember::listedAt)
                    .reversed()
                    .thenComparing(member -> member.id().toString()))
            .limit(MEMBERS)
            .toList();
  }

  /**
   * Returns this incarnation with the additions of a look.
   *
   * @param shown what the look showed of it
   */
  public Incarnation showing(Incarnation shown, Instant now) {
    return shown.or(notAhead(now), since);
  }

  /** Moves lists that a fast clock dated ahead to just before now: a list of now replaces them. */
  private Incarnation notAhead(Instant now) {
    return new Incarnation(
        clusterId,
        since,
        began,
        bootstrapName,
        confirmed.map(list -> list.notAhead(now)),
        revision,
        raftTerm,
        raftIndex,
        members.stream().map(member -> member.notAhead(now)).toList(),
        unwritten,
        lineage);
  }

  /**
   * Returns the same history, with this revision as the last revision up to which nobody but
   * Quorate changed a key.
   */
  Incarnation unwrittenUpTo(HighWaterMark far) {
    return with(since, began, HighWaterMark.of(unwritten, Optional.of(far)), lineage);
  }

  /** Returns the same history, in which a plan removed this member from as many voters. */
  Incarnation removed(MemberId id, int voters) {
    return new Incarnation(
        clusterId,
        since,
        began,
        bootstrapName,
        confirmed,
        revision,
        raftTerm,
        raftIndex,
        members.stream().map(one -> one.id().equals(id) ? one.removed(voters) : one).toList(),
        unwritten,
        lineage);
  }

  /** Returns this history, continued from this time. */
  Incarnation goingOn(Instant now, Origin again) {
    return with(now, again, unwritten, Optional.of(Lineage.GOES_ON));
  }

  /** Returns this history with its relation to the earlier history of the same id. */
  public Incarnation as(Optional<Lineage> known) {
    return with(since, began, unwritten, known);
  }

  private Incarnation with(
      Instant begin, Origin how, Optional<HighWaterMark> quiet, Optional<Lineage> known) {
    return new Incarnation(
        clusterId,
        begin,
        how,
        bootstrapName,
        confirmed,
        revision,
        raftTerm,
        raftIndex,
        members,
        quiet,
        known);
  }

  /**
   * Whether it is another future than the earlier history with its cluster id, where there is one:
   * neither snapshots nor data of that one belong to it.
   */
  boolean isOtherFuture() {
    return lineage.map(Lineage.OTHER_FUTURE::equals).orElse(began.kind() == Origin.Kind.ACCEPTED);
  }

  public Incarnation notBefore(Instant earliest) {
    return since.isBefore(earliest) ? or(this, earliest) : this;
  }

  /** Whether both are records of one incarnation: one that was found is told by its cluster id. */
  public boolean isSameAs(Incarnation other) {
    return clusterId.equals(other.clusterId)
        && began.equals(other.began)
        && (began.kind() == Origin.Kind.FOUND || since.equals(other.since));
  }

  /** Joins two records of one incarnation; neither loses anything that the other lacks. */
  Incarnation or(Incarnation other) {
    return or(other, since.isBefore(other.since) ? since : other.since);
  }

  private Incarnation or(Incarnation other, Instant begin) {
    return new Incarnation(
        clusterId,
        begin,
        began,
        Known.either(bootstrapName, other.bootstrapName, (a, b) -> a.compareTo(b) >= 0 ? a : b),
        Known.either(confirmed, other.confirmed, ConfirmedList::or),
        HighWaterMark.of(revision, other.revision),
        HighWaterMark.of(raftTerm, other.raftTerm),
        HighWaterMark.of(raftIndex, other.raftIndex),
        together(members, other.members),
        HighWaterMark.of(unwritten, other.unwritten),
        Known.either(lineage, other.lineage, (a, b) -> a.compareTo(b) >= 0 ? a : b));
  }

  private static List<RecordedMember> together(List<RecordedMember> one, List<RecordedMember> two) {
    return List.copyOf(
        Stream.concat(one.stream(), two.stream())
            .collect(Collectors.toMap(RecordedMember::id, member -> member, RecordedMember::or))
            .values());
  }

  /**
   * Whether an operation restored it and quorum was never seen in it: as far as is known no client
   * has used it.
   */
  public boolean isUnserved() {
    return began.kind() == Origin.Kind.RESTORED && revision.isEmpty();
  }

  /**
   * Returns the record of the member with this id; empty where no confirmed list ever had the id.
   */
  public Optional<RecordedMember> member(MemberId id) {
    return members.stream().filter(member -> member.id().equals(id)).findFirst();
  }

  /** Returns the member that was listed last as a voter at this place; empty where none was. */
  Optional<RecordedMember> lastVoter(MemberName place) {
    return members.stream()
        .filter(member -> member.name().equals(place) && !member.entry().learner())
        .findFirst();
  }

  /** Whether the last confirmed list has a voter at this place. */
  boolean confirms(MemberName place) {
    return confirmed.stream()
        .flatMap(list -> list.voters().stream())
        .flatMap(voter -> member(voter.id()).stream())
        .anyMatch(member -> member.name().equals(place));
  }

  /** The members that the last confirmed list does not have any more. */
  public List<RecordedMember> left() {
    List<MembershipEntry> listed = confirmed.map(ConfirmedList::entries).orElse(List.of());
    return members.stream()
        .filter(member -> listed.stream().noneMatch(entry -> entry.id().equals(member.id())))
        .toList();
  }

  /** Which member ran on which machine last. */
  private Map<MemberId, String> machines() {
    return members.stream()
        .filter(member -> member.ranOn().isPresent())
        .collect(
            Collectors.toMap(RecordedMember::id, member -> member.ranOn().orElseThrow().machine()));
  }

  /**
   * Whether both tell of the same members, their machines and token: what has to be written down at
   * once.
   */
  boolean listsTheSameAs(Incarnation other) {
    return isSameAs(other)
        && bootstrapName.equals(other.bootstrapName)
        && machines().equals(other.machines())
        && Objects.equals(
            confirmed.map(ConfirmedList::entries), other.confirmed.map(ConfirmedList::entries));
  }
}
