package io.quorate.view;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.Quorum;
import io.quorate.cluster.UrlPlace;
import io.quorate.data.DataComparison;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataFiles;
import io.quorate.data.DataOwner;
import io.quorate.record.LastComparison;
import io.quorate.record.ObservationMemory;
import io.quorate.record.RecordedPast;
import io.quorate.record.UndoFacts;
import io.quorate.snapshot.Protection;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.workload.Arrival;
import io.quorate.workload.ConfiguredMember;
import io.quorate.workload.PlaceWords;
import io.quorate.workload.WorkloadControl;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Everything one look saw of a cluster; immutable, with the time of the look. All decisions rest on
 * such a view, and a plan is judged on projections of one.
 *
 * @param clusterId the cluster id that most answering members report; empty when none answers, or
 *     two are equally frequent
 * @param settledSince since when membership, leader and term have been the same
 * @param lookAgain how long a member must have been silent before it may be called dead without
 *     better proof
 * @param comparisons of the data of the voters, each at another revision; empty when no comparison
 *     was asked for
 * @param lastComparison of the data of the voters, by whatever look or step; empty when none is
 *     known
 * @param recorded what the record had of the cluster before this look, see {@link #past}; without
 *     the history of now in projections, which nobody saw
 * @param restorable snapshots that the cluster could be restored from, and those that must not be
 *     restored, marked as such; empty when nobody asked for them
 * @param protection what is known of the cluster's snapshots; empty where nobody asked
 * @param aftermath what is known of a restore and of what came after it; empty where nobody asked
 * @param control who holds the workloads; empty on a platform where Quorate takes none over
 * @param arrival what the platform says of the member that is to go to a node or zone; empty where
 *     nobody asked, and on a platform where the configuration has all places
 */
public record ClusterView(
    ClusterKey cluster,
    Instant at,
    Optional<ClusterId> clusterId,
    MembershipSource source,
    List<Member> members,
    List<Alarm> alarms,
    Instant settledSince,
    Optional<SavedSnapshot> lastSnapshot,
    Duration lookAgain,
    List<DataComparison> comparisons,
    Optional<LastComparison> lastComparison,
    Optional<RecordedPast> recorded,
    Optional<List<RestoreSource>> restorable,
    Optional<Protection> protection,
    Optional<UndoFacts> aftermath,
    Optional<WorkloadControl> control,
    Optional<Arrival> arrival) {
  public ClusterView {
    members = List.copyOf(members);
    alarms = List.copyOf(alarms);
    comparisons = List.copyOf(comparisons);
    restorable = restorable.map(List::copyOf);
  }

  /** Joins the facts of one look with what earlier looks remember. */
  public static ClusterView of(Observation seen, ObservationMemory before) {
    return new ClusterViewAssembler(seen, before).view();
  }

  public Optional<Member> member(MemberName name) {
    return members.stream().filter(member -> member.name().equals(name)).findFirst();
  }

  /** Returns the words of the platform for the place of this member. */
  public PlaceWords words(MemberName member) {
    return member(member).map(Member::words).orElse(PlaceWords.HOST);
  }

  /** Returns the words of the platform for the places of the cluster. */
  public PlaceWords words() {
    return members.stream()
        .flatMap(member -> member.configured().stream())
        .map(ConfiguredMember::words)
        .findFirst()
        .orElse(PlaceWords.HOST);
  }

  public Optional<Member> memberAt(String peerUrl) {
    return members.stream()
        .filter(m -> m.entry().filter(l -> UrlPlace.isAmong(l.peerUrls(), peerUrl)).isPresent())
        .findFirst();
  }

  /**
   * The next place of this member, where a migration takes it or has taken it; empty where none is
   * configured.
   */
  public Optional<Member> next(MemberName member) {
    return members.stream().filter(m -> m.nextOf().filter(member::equals).isPresent()).findFirst();
  }

  /**
   * Whether a member is only the other of two places of one member: its next place, or the one it
   * has left. Such a place is no spare, and nothing is missing when it is not listed.
   */
  public boolean isOtherPlace(Member member) {
    return member
        .nextOf()
        .flatMap(this::member)
        .map(old -> old.isListed() || !member.isListed())
        .orElseGet(
            () -> !member.isListed() && next(member.name()).filter(Member::isListed).isPresent());
  }

  public List<Member> voters() {
    return members.stream().filter(Member::isVoter).toList();
  }

  public List<Member> learners() {
    return members.stream().filter(Member::isLearner).toList();
  }

  /** Whether this alarm is raised, by the list of alarms or by the errors in a member's status. */
  public boolean raises(Alarm.Kind kind) {
    return alarms.stream().anyMatch(alarm -> alarm.kind() == kind)
        || members.stream()
            .flatMap(member -> member.status().stream())
            .anyMatch(answer -> answer.alarms().contains(kind));
  }

  /** The kinds of alarm that are raised. */
  public Set<Alarm.Kind> raised() {
    return Arrays.stream(Alarm.Kind.values())
        .filter(this::raises)
        .collect(Collectors.toUnmodifiableSet());
  }

  public boolean lists(MemberId id) {
    return members.stream().anyMatch(member -> member.hasId(id));
  }

  public Quorum quorum() {
    return new Quorum(voters().size());
  }

  /**
   * Whether a member answered on its own channel, as the member and of the cluster it should be
   * (docs/etcd.md#definitions).
   */
  public boolean isLive(Member member) {
    return member
        .status()
        .filter(answer -> member.hasId(answer.memberId()))
        .filter(answer -> clusterId.filter(answer.clusterId()::equals).isPresent())
        .isPresent();
  }

  /** Whether a voter takes part in the quorum of the current term (docs/etcd.md#definitions). */
  public boolean isVoting(Member member) {
    Optional<MemberId> leader = leaderId();
    return member.isVoter()
        && isLive(member)
        && leader.isPresent()
        && member
            .status()
            .filter(answer -> answer.leader().equals(leader) && answer.raftTerm() == term())
            .isPresent();
  }

  /**
   * Returns the owner of the data in the directory of a listed member, where the owner is another
   * member: a member is never started on another member's data (docs/etcd.md#data-directories).
   */
  public Optional<DataOwner> strangerIn(Member member) {
    return member
        .data()
        .owner()
        .filter(owner -> member.isListed())
        .filter(
            owner ->
                !member.hasId(owner.member())
                    || clusterId.filter(here -> !here.equals(owner.cluster())).isPresent());
  }

  /** Whether a listed member's data is there, without a sign of damage, and its own. */
  public boolean hasOwnData(Member member) {
    return member.data().intact() && strangerIn(member).isEmpty();
  }

  /** The voters that vote now. */
  public List<Member> voting() {
    return members.stream().filter(this::isVoting).toList();
  }

  /** How many more voters may be lost before writes stop; below 0 quorum is lost. */
  public int margin() {
    return quorum().margin(voting().size());
  }

  /**
   * The highest raft term in which a live member follows a leader; 0 when none does. A member that
   * is cut off may count terms up alone (always on 3.4); that says nothing about the others.
   */
  public long term() {
    return live()
        .filter(answer -> answer.leader().isPresent())
        .mapToLong(MemberStatus::raftTerm)
        .max()
        .orElse(0);
  }

  /** The highest raft index that a live member has committed; 0 when none is live. */
  public long highestRaftIndex() {
    return live().mapToLong(MemberStatus::raftIndex).max().orElse(0);
  }

  /**
   * The size of the largest database of a voter that answers, which any newcomer may have to
   * receive; 0 when none answers.
   */
  public long largestDatabase() {
    return voters().stream()
        .filter(this::isLive)
        .flatMap(voter -> voter.status().stream())
        .mapToLong(MemberStatus::dbSizeBytes)
        .max()
        .orElse(0);
  }

  /**
   * Bytes of all data of a member with its log, where its files were looked at; else the most that
   * any member is known to have, so that a limit in time is rather too long.
   */
  public long bytesOfData(MemberName member) {
    long own = member(member).flatMap(one -> one.data().files()).map(DataFiles::bytes).orElse(0L);
    return own > 0
        ? own
        : Math.max(
            largestDatabase(),
            members().stream()
                .flatMap(one -> one.data().files().stream())
                .mapToLong(DataFiles::bytes)
                .max()
                .orElse(0));
  }

  /** The highest revision of a live member; 0 when none is live. */
  public long highestRevision() {
    return live().mapToLong(answer -> answer.revision().value()).max().orElse(0);
  }

  /**
   * The highest revision that quorum has; 0 when quorum does not vote. A single member with other
   * data than the rest, also one that is ahead, says nothing about it.
   */
  public long revisionOfQuorum() {
    return voting().stream()
        .flatMap(voter -> voter.status().stream())
        .map(answer -> answer.revision().value())
        .sorted(Comparator.reverseOrder())
        .skip(quorum().size() - 1L)
        .findFirst()
        .orElse(0L);
  }

  /**
   * The member that leads the highest term, if a live member names one. In a projection several
   * members that were added may share an id, and one that answers leads.
   */
  public Optional<Member> leader() {
    return leaderId()
        .flatMap(
            id ->
                members.stream()
                    .filter(member -> member.hasId(id))
                    .max(Comparator.comparing(this::isLive)));
  }

  private Optional<MemberId> leaderId() {
    long term = term();
    return live()
        .filter(answer -> answer.raftTerm() == term)
        .flatMap(answer -> answer.leader().stream())
        .findFirst();
  }

  private Stream<MemberStatus> live() {
    return members.stream().filter(this::isLive).flatMap(member -> member.status().stream());
  }

  /**
   * The cluster version that the members agree on, a minor line such as 3.6; empty when no member
   * reports one, or members differ because it is about to change (docs/etcd.md#upgrades).
   */
  public Optional<String> clusterVersion() {
    List<String> told =
        members.stream().flatMap(m -> m.clusterVersion().stream()).distinct().toList();
    return told.size() == 1 ? Optional.of(told.get(0)) : Optional.empty();
  }

  /**
   * The minor line of the downgrade that a live member reports as enabled; empty when none is
   * reported.
   */
  public Optional<String> downgradeTo() {
    return live().flatMap(answer -> answer.storage().downgradeTo().stream()).findFirst();
  }

  /**
   * The member list as one line of ids, peer URLs and voting status. Names are left out: etcd
   * learns them late.
   */
  public String fingerprint() {
    return members.stream()
        .flatMap(member -> member.entry().stream())
        .sorted(Comparator.comparing(listing -> listing.id().toString()))
        .map(l -> l.id() + "=" + String.join(",", l.peerUrls()) + (l.learner() ? " learner" : ""))
        .collect(Collectors.joining("; "));
  }

  /** Returns the memory of this look for the next look. */
  public ObservationMemory remembered() {
    return ClusterViewAssembler.remembered(this);
  }

  /** Projections of this view, on which plans are judged before they are carried out. */
  public Projection projected() {
    return new Projection(this);
  }

  /** The view with these comparisons of the voters' data. */
  public ClusterView withComparisons(List<DataComparison> compared) {
    return seenWith(members, alarms, compared, lastComparison, recorded);
  }

  /** The view with how far the logs of these members, whose processes run, have reached. */
  public ClusterView withLogs(Map<MemberName, Long> reached) {
    return withData(reached, DataDirectory::loggedUpTo);
  }

  /** The view with the raft indexes at which logs of stopped members part from one that serves. */
  public ClusterView parting(Map<MemberName, Long> at) {
    return withData(at, DataDirectory::partingAt);
  }

  private ClusterView withData(
      Map<MemberName, Long> found, BiFunction<DataDirectory, Long, DataDirectory> with) {
    List<Member> read =
        members.stream()
            .map(
                member ->
                    Optional.ofNullable(found.get(member.name()))
                        .map(index -> member.withData(with.apply(member.data(), index)))
                        .orElse(member))
            .toList();
    return seenWith(read, alarms, comparisons, lastComparison, recorded);
  }

  /** The view with what is known of the last comparison of the voters' data. */
  public ClusterView comparedLast(Optional<LastComparison> comparison) {
    return seenWith(members, alarms, comparisons, comparison, recorded);
  }

  /** The view with what the record had of the cluster before it. */
  public ClusterView after(RecordedPast before) {
    return seenWith(members, alarms, comparisons, lastComparison, Optional.of(before));
  }

  /** The snapshots that the cluster could be restored from; none where nobody asked for them. */
  public List<RestoreSource> sources() {
    return restorable.orElse(List.of()).stream()
        .filter(source -> source.unusable().isEmpty())
        .toList();
  }

  /** Snapshots that must not be restored, and tell how far the cluster was all the same. */
  public List<RestoreSource> unusableSources() {
    return restorable.orElse(List.of()).stream()
        .filter(source -> source.unusable().isPresent())
        .toList();
  }

  /**
   * Whether a snapshot is of the history that the cluster has now: it has its cluster id, and was
   * not saved in a future that was given up.
   */
  public boolean isOwn(RestoreSource snapshot) {
    return clusterId.filter(snapshot.saved().clusterId()::equals).isPresent()
        && !past().isGivenUp(snapshot.saved());
  }

  /** The view with the snapshots of the cluster. */
  public ClusterView withSources(List<RestoreSource> found) {
    return knowing(clusterId, source, Optional.of(found), protection, aftermath, control, arrival);
  }

  /** The view with what is known of the cluster's snapshots. */
  public ClusterView protectedBy(Protection known) {
    return knowing(clusterId, source, restorable, Optional.of(known), aftermath, control, arrival);
  }

  /** The view with what is known of a restore and of what came after it. */
  public ClusterView withUndoFacts(UndoFacts known) {
    return knowing(clusterId, source, restorable, protection, Optional.of(known), control, arrival);
  }

  /** The view with who holds the workloads. */
  public ClusterView controlledBy(Optional<WorkloadControl> holder) {
    return knowing(clusterId, source, restorable, protection, aftermath, holder, arrival);
  }

  /** The view with what the platform says of the member that is to go elsewhere. */
  public ClusterView arriving(Optional<Arrival> coming) {
    return knowing(clusterId, source, restorable, protection, aftermath, control, coming);
  }

  /**
   * Returns the past that the record had of the cluster before this look; nothing where nobody read
   * the record.
   */
  public RecordedPast past() {
    return recorded.orElse(RecordedPast.NONE);
  }

  /** Whether a quorum of the voters votes, and confirms the member list. */
  public boolean isConfirmed() {
    return source == MembershipSource.LINEARIZABLE && margin() >= 0;
  }

  /**
   * Returns the contradiction between this view and the record; empty where there is none, or no
   * record.
   */
  public Optional<HistoryConflict> conflict() {
    return past().incarnation().flatMap(known -> HistoryConflict.between(known, this));
  }

  /** The view whose members a quorum confirms again. */
  ClusterView confirmed() {
    return knowing(
        clusterId,
        MembershipSource.LINEARIZABLE,
        restorable,
        protection,
        aftermath,
        control,
        arrival);
  }

  /** The cluster as another one of these members, which a restore made. */
  ClusterView restoredAs(ClusterId other, List<Member> seen) {
    return knowing(Optional.of(other), source, restorable, protection, aftermath, control, arrival)
        .seenWith(
            seen, List.of(), List.of(), Optional.empty(), recorded.map(RecordedPast::projected));
  }

  ClusterView with(List<Member> seen, List<Alarm> raised, List<DataComparison> compared) {
    return seenWith(seen, raised, compared, lastComparison, recorded.map(RecordedPast::projected));
  }

  private ClusterView knowing(
      Optional<ClusterId> id,
      MembershipSource list,
      Optional<List<RestoreSource>> sources,
      Optional<Protection> saved,
      Optional<UndoFacts> after,
      Optional<WorkloadControl> holder,
      Optional<Arrival> coming) {
    return new ClusterView(
        cluster,
        at,
        id,
        list,
        members,
        alarms,
        settledSince,
        lastSnapshot,
        lookAgain,
        comparisons,
        lastComparison,
        recorded,
        sources,
        saved,
        after,
        holder,
        coming);
  }

  private ClusterView seenWith(
      List<Member> seen,
      List<Alarm> raised,
      List<DataComparison> compared,
      Optional<LastComparison> comparison,
      Optional<RecordedPast> before) {
    return new ClusterView(
        cluster,
        at,
        clusterId,
        source,
        seen,
        raised,
        settledSince,
        lastSnapshot,
        lookAgain,
        compared,
        comparison,
        before,
        restorable,
        protection,
        aftermath,
        control,
        arrival);
  }
}
