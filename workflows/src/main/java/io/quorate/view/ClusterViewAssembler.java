package io.quorate.view;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.PeerActivity;
import io.quorate.cluster.Silence;
import io.quorate.cluster.UrlPlace;
import io.quorate.data.DataDirectory;
import io.quorate.record.ObservationMemory;
import io.quorate.workload.ConfiguredMember;
import io.quorate.workload.Installation;
import io.quorate.workload.PlaceWords;
import io.quorate.workload.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Joins configuration, membership, status of the members, metrics of their peers and observations
 * of their hosts into one {@link ClusterView}.
 *
 * <p>A configured member is the listed one at its peer URL, else the one of its name: etcd learns a
 * name only when the member starts. A listed member that nobody configured keeps its own name, or
 * its id when it was never started.
 */
final class ClusterViewAssembler {
  private final Observation seen;
  private final ObservationMemory before;

  ClusterViewAssembler(Observation seen, ObservationMemory before) {
    this.seen = new Stalling(seen).withoutAnswersFromMemory();
    this.before = before;
  }

  ClusterView view() {
    Map<MemberName, MembershipEntry> listings = listings();
    List<Member> members = new ArrayList<>();
    Set<MemberId> live = liveIds(listings);
    for (MemberName name : seen.configured().keySet().stream().sorted().toList()) {
      Optional<MemberName> shared = sharesAnswerWith(name, listings);
      Member member = member(name, Optional.ofNullable(listings.get(name)), live);
      members.add(shared.map(other -> silent(member, other)).orElse(member));
    }
    listings.entrySet().stream()
        .filter(listed -> !seen.configured().containsKey(listed.getKey()))
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            listed -> members.add(member(listed.getKey(), Optional.of(listed.getValue()), live)));
    ClusterView unsettled =
        new ClusterView(
            seen.cluster(),
            seen.at(),
            clusterId(),
            seen.membership().map(MembershipList::source).orElse(MembershipSource.NONE),
            members,
            seen.alarms(),
            seen.at(),
            seen.lastSnapshot(),
            seen.lookAgain(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return settled(unsettled);
  }

  static ObservationMemory remembered(ClusterView view) {
    Map<MemberName, Instant> silent = new HashMap<>();
    Map<MemberName, Instant> lost = new HashMap<>();
    for (Member member : view.members()) {
      member.silentSince().ifPresent(since -> silent.put(member.name(), since));
      member.lostSince().ifPresent(since -> lost.put(member.name(), since));
    }
    return new ObservationMemory(shape(view), Optional.of(view.settledSince()), silent, lost);
  }

  private static String shape(ClusterView view) {
    String leader = view.leader().map(member -> member.name().value()).orElse("nobody");
    return view.fingerprint() + " | term " + view.term() + " led by " + leader;
  }

  private ClusterView settled(ClusterView view) {
    Instant since =
        before.settledSince().filter(when -> before.shape().equals(shape(view))).orElse(view.at());
    return new ClusterView(
        view.cluster(),
        view.at(),
        view.clusterId(),
        view.source(),
        view.members(),
        view.alarms(),
        since,
        view.lastSnapshot(),
        view.lookAgain(),
        view.comparisons(),
        view.lastComparison(),
        view.recorded(),
        view.restorable(),
        view.protection(),
        view.aftermath(),
        view.control(),
        view.arrival());
  }

  private Map<MemberName, MembershipEntry> listings() {
    Map<MemberName, MembershipEntry> byName = new HashMap<>();
    List<MembershipEntry> listed = seen.membership().map(MembershipList::entries).orElse(List.of());
    Set<MemberId> taken = new HashSet<>();
    for (MembershipEntry listing : listed) {
      home(listing, byName.keySet()).ifPresent(name -> take(byName, taken, name, listing));
    }
    for (MembershipEntry listing : listed) {
      if (!taken.contains(listing.id())) {
        String name = listing.started() ? listing.name() : "member-" + listing.id();
        boolean free = !byName.containsKey(new MemberName(name));
        take(byName, taken, new MemberName(free ? name : name + "-" + listing.id()), listing);
      }
    }
    return byName;
  }

  /**
   * The configured place of a listed member, by its peer URL. A member and its next place can share
   * one URL; then the member is where the hand-over marked it to be, because an unproven copy may
   * be older than what the member acknowledged (docs/etcd.md#n-03).
   */
  private Optional<MemberName> home(MembershipEntry listing, Set<MemberName> occupied) {
    List<MemberName> there =
        seen.configured().keySet().stream()
            .filter(name -> !occupied.contains(name))
            .filter(name -> place(name).isAmong(listing.peerUrls()))
            .sorted()
            .toList();
    return there.stream()
        .filter(name -> place(name).nextOf().isPresent() && data(name).tookOver(listing.id()))
        .findFirst()
        .or(() -> there.stream().findFirst());
  }

  private ConfiguredMember place(MemberName name) {
    return Objects.requireNonNull(seen.configured().get(name));
  }

  private DataDirectory data(MemberName name) {
    return seen.data().getOrDefault(name, DataDirectory.of(DataDirectory.State.UNREADABLE));
  }

  /** The place that answers at a client URL which two places share; the other one is not asked. */
  private Optional<MemberName> sharesAnswerWith(
      MemberName name, Map<MemberName, MembershipEntry> listed) {
    ConfiguredMember own = seen.configured().get(name);
    return own == null || listed.containsKey(name)
        ? Optional.empty()
        : seen.configured().keySet().stream()
            .filter(listed::containsKey)
            .filter(other -> UrlPlace.isAmong(List.of(place(other).clientUrl()), own.clientUrl()))
            .findFirst();
  }

  private static void take(
      Map<MemberName, MembershipEntry> byName,
      Set<MemberId> taken,
      MemberName name,
      MembershipEntry listing) {
    byName.put(name, listing);
    taken.add(listing.id());
  }

  /**
   * The cluster id that most answering members report; empty for a tie. Where nobody answers, that
   * of the member list, which the record or the files have.
   */
  private Optional<ClusterId> clusterId() {
    return seen.statuses().isEmpty()
        ? seen.membership().flatMap(MembershipList::cluster)
        : answered();
  }

  private Optional<ClusterId> answered() {
    Map<ClusterId, Long> votes =
        seen.statuses().values().stream()
            .collect(Collectors.groupingBy(MemberStatus::clusterId, Collectors.counting()));
    long most = votes.values().stream().mapToLong(Long::longValue).max().orElse(0);
    List<ClusterId> leading =
        votes.keySet().stream().filter(id -> votes.getOrDefault(id, 0L) == most).toList();
    return leading.size() == 1 ? Optional.of(leading.get(0)) : Optional.empty();
  }

  private Set<MemberId> liveIds(Map<MemberName, MembershipEntry> listings) {
    return seen.statuses().entrySet().stream()
        .filter(entry -> listings.containsKey(entry.getKey()))
        .map(entry -> entry.getValue().memberId())
        .collect(Collectors.toSet());
  }

  private Member member(MemberName name, Optional<MembershipEntry> listing, Set<MemberId> live) {
    Optional<MemberMetrics> report = Optional.ofNullable(seen.metrics().get(name));
    Optional<MemberStatus> answer =
        Optional.ofNullable(seen.statuses().get(name)).map(said -> completed(said, report));
    Optional<Instant> silentSince =
        answer.isPresent()
            ? Optional.empty()
            : Optional.of(before.silentSince().getOrDefault(name, seen.at()));
    Member member =
        new Member(
            name,
            Optional.ofNullable(seen.configured().get(name)),
            listing,
            answer,
            Optional.ofNullable(seen.silences().get(name)),
            listing.map(listed -> sight(listed.id(), live)).orElse(PeerActivity.UNKNOWN),
            seen.workloads().getOrDefault(name, notLookedAt(name)),
            data(name),
            silentSince,
            Optional.empty(),
            report.flatMap(MemberMetrics::clusterVersion),
            seen.installations().getOrDefault(name, Installation.UNKNOWN),
            Optional.ofNullable(seen.peerUrls().get(name)));
    return member.looksLost()
        ? member.lostFrom(before.lostSince().getOrDefault(name, seen.at()))
        : member;
  }

  private Workload notLookedAt(MemberName name) {
    PlaceWords words =
        Optional.ofNullable(seen.configured().get(name))
            .map(ConfiguredMember::words)
            .orElse(PlaceWords.HOST);
    return Workload.ambiguous("nobody looked at its " + words.place());
  }

  /** Marks a configured place silent because its client URL belongs to another. */
  private Member silent(Member member, MemberName answering) {
    return new Member(
        member.name(),
        member.configured(),
        member.entry(),
        Optional.empty(),
        Optional.of(new Silence.OtherMember(answering)),
        member.peerActivity(),
        member.workload(),
        member.data(),
        Optional.of(before.silentSince().getOrDefault(member.name(), seen.at())),
        member.lostSince(),
        Optional.empty(),
        member.installation(),
        member.peerUrlAnswer());
  }

  /** The status with what only the metrics tell; up to 3.5 that is the quota too. */
  private static MemberStatus completed(MemberStatus said, Optional<MemberMetrics> report) {
    return report.map(r -> said.with(said.storage().completed(r))).orElse(said);
  }

  /**
   * Tells the activity of a member by its peers. A member is inactive only if the metrics of every
   * other live member were read and no peer hears the member.
   */
  private PeerActivity sight(MemberId id, Set<MemberId> live) {
    if (seen.metrics().values().stream().anyMatch(report -> report.active().contains(id))) {
      return new Stalling(seen).isStalled(id) ? PeerActivity.STALLED : PeerActivity.ACTIVE;
    }
    Set<MemberId> read =
        seen.metrics().keySet().stream()
            .flatMap(name -> Optional.ofNullable(seen.statuses().get(name)).stream())
            .map(MemberStatus::memberId)
            .collect(Collectors.toSet());
    Set<MemberId> others = new HashSet<>(live);
    others.remove(id);
    return !others.isEmpty() && read.containsAll(others)
        ? PeerActivity.INACTIVE
        : PeerActivity.UNKNOWN;
  }
}
