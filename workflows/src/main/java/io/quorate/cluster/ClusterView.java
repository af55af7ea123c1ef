package io.quorate.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One look at a cluster: immutable, with the time it was taken. Everything Quorate decides, it
 * decides on such a view; a plan is judged on projections of one.
 *
 * @param clusterId the cluster id that a quorum of the answering members reports; empty when none
 *     does
 * @param settledSince since when membership, leader and term have been the same
 * @param lookAgain how long a member must have been silent before it may be called dead without
 *     better proof
 * @param comparisons of the data of the voters, each at another revision; empty when nobody asked
 *     for that, and in what was stored before there was such a thing
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
    List<Comparison> comparisons) {
  public ClusterView {
    members = List.copyOf(members);
    alarms = List.copyOf(alarms);
    comparisons = List.copyOf(Objects.requireNonNullElse(comparisons, List.of()));
  }

  /** A look at which nobody compared the data. */
  public ClusterView(
      ClusterKey cluster,
      Instant at,
      Optional<ClusterId> clusterId,
      MembershipSource source,
      List<Member> members,
      List<Alarm> alarms,
      Instant settledSince,
      Optional<SavedSnapshot> lastSnapshot,
      Duration lookAgain) {
    this(
        cluster,
        at,
        clusterId,
        source,
        members,
        alarms,
        settledSince,
        lastSnapshot,
        lookAgain,
        List.of());
  }

  /** Joins the facts of one look with what earlier looks remember. */
  public static ClusterView of(Observation seen, Sightings before) {
    return new Composition(seen, before).view();
  }

  public Optional<Member> member(MemberName name) {
    return members.stream().filter(member -> member.name().equals(name)).findFirst();
  }

  public Optional<Member> memberAt(String peerUrl) {
    return members.stream()
        .filter(m -> m.listing().filter(l -> l.peerUrls().contains(peerUrl)).isPresent())
        .findFirst();
  }

  /** Where a migration takes this member, or has taken it; empty where nobody configured that. */
  public Optional<Member> next(MemberName member) {
    return members.stream().filter(m -> m.nextOf().filter(member::equals).isPresent()).findFirst();
  }

  /**
   * Whether it is only the other of a member's two places: the one where it goes by a migration, or
   * the one where it was. Such a place is no spare, and nothing is missing when it is not listed.
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

  /** Whether this alarm is raised, by the list of alarms or in a member's own words. */
  public boolean raises(Alarm.Kind kind) {
    return alarms.stream().anyMatch(alarm -> alarm.kind() == kind)
        || members.stream()
            .flatMap(member -> member.answer().stream())
            .anyMatch(answer -> answer.reports(kind));
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
   * (etcd-runbooks 1.4).
   */
  public boolean isLive(Member member) {
    return member
        .answer()
        .filter(answer -> member.hasId(answer.memberId()))
        .filter(answer -> clusterId.filter(answer.clusterId()::equals).isPresent())
        .isPresent();
  }

  /** Whether a voter takes part in the quorum of the current term (etcd-runbooks 1.4). */
  public boolean isVoting(Member member) {
    Optional<MemberId> leader = leaderId();
    return member.isVoter()
        && isLive(member)
        && leader.isPresent()
        && member
            .answer()
            .filter(answer -> answer.leader().equals(leader) && answer.raftTerm() == term())
            .isPresent();
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
        .mapToLong(Answer::raftTerm)
        .max()
        .orElse(0);
  }

  /** The member that leads the highest term, if a live member names one. */
  public Optional<Member> leader() {
    return leaderId().flatMap(id -> members.stream().filter(m -> m.hasId(id)).findFirst());
  }

  private Optional<MemberId> leaderId() {
    long term = term();
    return live()
        .filter(answer -> answer.raftTerm() == term)
        .flatMap(answer -> answer.leader().stream())
        .findFirst();
  }

  private Stream<Answer> live() {
    return members.stream().filter(this::isLive).flatMap(member -> member.answer().stream());
  }

  /**
   * The cluster version that all members tell that tell any, a minor line such as 3.6; empty when
   * none does, or they differ: then it is on its way (etcd-runbooks RB-15).
   */
  public Optional<String> clusterVersion() {
    List<String> told =
        members.stream().flatMap(m -> m.clusterVersion().stream()).distinct().toList();
    return told.size() == 1 ? Optional.of(told.get(0)) : Optional.empty();
  }

  /** The minor line that a downgrade is enabled for, when a live member tells of one. */
  public Optional<String> downgradeTo() {
    return live().flatMap(answer -> answer.upkeep().downgradeTo().stream()).findFirst();
  }

  /** The member list as one line: ids, peer URLs and voting status; names are learned late. */
  public String fingerprint() {
    return members.stream()
        .flatMap(member -> member.listing().stream())
        .sorted(Comparator.comparing(listing -> listing.id().toString()))
        .map(l -> l.id() + "=" + String.join(",", l.peerUrls()) + (l.learner() ? " learner" : ""))
        .collect(Collectors.joining("; "));
  }

  /** What the next look should remember of this one. */
  public Sightings sightings() {
    return Composition.sightings(this);
  }

  /** This view after {@code member} was removed from the membership. */
  public ClusterView without(MemberName member) {
    return with(member, seen -> seen.withListing(Optional.empty()));
  }

  /** This view after a never-started learner was added under this name; its id is not known yet. */
  public ClusterView withLearner(MemberName member, String peerUrl, MemberId id) {
    Listing listing = new Listing(id, "", true, List.of(peerUrl), List.of());
    return with(
        member, seen -> seen.withListing(Optional.of(listing)).withAnswer(Optional.empty()));
  }

  /** This view once the id of an added member is known. */
  public ClusterView withId(MemberName member, MemberId id) {
    return with(member, seen -> seen.withListing(seen.listing().map(listed -> listed.withId(id))));
  }

  /** This view with the member in sync: it answers as a follower of the leader. */
  public ClusterView withInSync(MemberName member) {
    Optional<Answer> leader = leader().flatMap(Member::answer);
    return with(
        member,
        seen ->
            seen.withAnswer(
                seen.id().flatMap(id -> leader.map(l -> l.followedBy(id, seen.isLearner())))));
  }

  /** This view after a listed member was started: the membership knows its name from then on. */
  public ClusterView withStarted(MemberName member) {
    return with(member, seen -> seen.withListing(seen.listing().map(l -> l.started(member))))
        .withWorkload(member, Workload.State.RUNNING)
        .withData(member, DataDirectory.State.PRESENT);
  }

  /** This view after the learner was promoted, and knows it itself. */
  public ClusterView withPromoted(MemberName member) {
    return with(
        member,
        seen ->
            seen.withListing(seen.listing().map(Listing::promoted))
                .withAnswer(seen.answer().map(Answer::promoted)));
  }

  /** This view with another leader, and no other difference. */
  public ClusterView withLeader(MemberName leader) {
    Optional<MemberId> id = member(leader).flatMap(Member::id);
    ClusterView changed = this;
    for (Member member : members) {
      if (isLive(member)) {
        changed =
            changed.with(
                member.name(), seen -> seen.withAnswer(seen.answer().map(a -> a.ledBy(id))));
      }
    }
    return changed;
  }

  /** This view without this alarm. */
  public ClusterView withoutAlarm(Alarm gone) {
    List<Alarm> left = alarms.stream().filter(alarm -> !alarm.equals(gone)).toList();
    return copy(members, left, comparisons);
  }

  /** This view with what the voters' data hashes to. */
  public ClusterView withComparisons(List<Comparison> compared) {
    return copy(members, alarms, compared);
  }

  /** This view with the member listed at another peer URL; that may be its next place. */
  public ClusterView withPeerUrl(MemberName member, String peerUrl) {
    ClusterView listed =
        with(member, seen -> seen.withListing(seen.listing().map(l -> l.at(peerUrl))));
    return listed
        .next(member)
        .filter(next -> next.place().filter(there -> there.peerUrl().equals(peerUrl)).isPresent())
        .map(next -> listed.withListingMoved(member, next.name()))
        .orElse(listed);
  }

  /** This view after the data of a member was handed over to its next place. */
  public ClusterView withHandedOver(MemberName member, MemberName next, MemberId id) {
    ClusterView handed =
        with(member, seen -> seen.withData(DataDirectory.of(DataDirectory.State.ABSENT)))
            .with(next, seen -> seen.withData(seen.data().takenOver(id)));
    Optional<String> there = member(next).flatMap(Member::place).map(Place::peerUrl);
    return handed
        .member(member)
        .flatMap(Member::listing)
        .filter(listing -> there.filter(listing.peerUrls()::contains).isPresent())
        .map(listing -> handed.withListingMoved(member, next))
        .orElse(handed);
  }

  private ClusterView withListingMoved(MemberName from, MemberName to) {
    Optional<Listing> listing = member(from).flatMap(Member::listing);
    return with(from, seen -> seen.withListing(Optional.empty()))
        .with(to, seen -> seen.withListing(listing));
  }

  public ClusterView withWorkload(MemberName member, Workload.State state) {
    return with(member, seen -> seen.withWorkload(state));
  }

  public ClusterView withData(MemberName member, DataDirectory.State state) {
    return with(member, seen -> seen.withData(DataDirectory.of(state)));
  }

  /** This view with the member in sync and answering as this version. */
  public ClusterView withRelease(MemberName member, EtcdVersion version) {
    return withInSync(member)
        .with(member, seen -> seen.withAnswer(seen.answer().map(a -> a.running(version))));
  }

  /** This view once etcd has moved cluster version and storage version to this line. */
  public ClusterView withClusterVersion(String line) {
    ClusterView changed = this;
    for (Member member : members) {
      if (isLive(member)) {
        changed = changed.with(member.name(), seen -> seen.withClusterVersion(line));
      }
    }
    return changed;
  }

  /** This view with a downgrade to this line enabled, or none, as the members tell it that can. */
  public ClusterView withDowngradeTo(Optional<String> line) {
    ClusterView changed = this;
    for (Member member : members) {
      changed =
          changed.with(
              member.name(),
              seen -> seen.withAnswer(seen.answer().map(a -> a.with(a.upkeep().goingTo(line)))));
    }
    return changed;
  }

  /** This view with another etcd and these settings under a member, whatever it runs. */
  public ClusterView withBinary(
      MemberName member, EtcdVersion version, SortedMap<String, String> settings) {
    return with(
        member, seen -> seen.withInstallation(seen.installation().switchedTo(version, settings)));
  }

  /** This view with the member silent: the worst case that a decision has to bear. */
  public ClusterView withSilent(MemberName member) {
    return with(member, seen -> seen.withAnswer(Optional.empty()));
  }

  private ClusterView with(MemberName name, UnaryOperator<Member> change) {
    List<Member> changed =
        members.stream()
            .map(member -> member.name().equals(name) ? change.apply(member) : member)
            .toList();
    return copy(changed, alarms, comparisons);
  }

  private ClusterView copy(List<Member> seen, List<Alarm> raised, List<Comparison> compared) {
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
        compared);
  }
}
