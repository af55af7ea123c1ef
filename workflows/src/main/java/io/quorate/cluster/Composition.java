package io.quorate.cluster;

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
 * Joins what the configuration, the membership, the members themselves, their peers and their hosts
 * say into one {@link ClusterView}.
 *
 * <p>A configured member is the listed one at its peer URL, else the one of its name: etcd learns a
 * name only when the member starts. A listed member that nobody configured keeps its own name, or
 * its id when it never started.
 */
final class Composition {
  private final Observation seen;
  private final ObservationMemory before;

  Composition(Observation seen, ObservationMemory before) {
    this.seen = seen;
    this.before = before;
  }

  ClusterView view() {
    Map<MemberName, Listing> listings = listings();
    List<Member> members = new ArrayList<>();
    Set<MemberId> live = liveIds(listings);
    for (MemberName name : seen.places().keySet().stream().sorted().toList()) {
      Optional<MemberName> shared = sharesAnswerWith(name, listings);
      Member member = member(name, Optional.ofNullable(listings.get(name)), live);
      members.add(shared.map(other -> silent(member, other)).orElse(member));
    }
    listings.entrySet().stream()
        .filter(listed -> !seen.places().containsKey(listed.getKey()))
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
            seen.lookAgain());
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
        view.comparisons());
  }

  private Map<MemberName, Listing> listings() {
    Map<MemberName, Listing> byName = new HashMap<>();
    List<Listing> listed = seen.membership().map(MembershipList::listings).orElse(List.of());
    Set<MemberId> taken = new HashSet<>();
    for (Listing listing : listed) {
      home(listing, byName.keySet()).ifPresent(name -> take(byName, taken, name, listing));
    }
    for (Listing listing : listed) {
      if (!taken.contains(listing.id())) {
        String name = listing.started() ? listing.name() : "member-" + listing.id();
        boolean free = !byName.containsKey(new MemberName(name));
        take(byName, taken, new MemberName(free ? name : name + "-" + listing.id()), listing);
      }
    }
    return byName;
  }

  /**
   * The configured place at its peer URL. A member's next place can have the URL of its own: then
   * it is where its data is, and that is said by the hand-over alone, for a copy that nobody proved
   * may be older than what the member acknowledged (etcd-runbooks N-03).
   */
  private Optional<MemberName> home(Listing listing, Set<MemberName> occupied) {
    List<MemberName> there =
        seen.places().keySet().stream()
            .filter(name -> !occupied.contains(name))
            .filter(name -> listing.peerUrls().contains(place(name).peerUrl()))
            .sorted()
            .toList();
    return there.stream()
        .filter(name -> place(name).nextOf().isPresent() && data(name).tookOver(listing.id()))
        .findFirst()
        .or(() -> there.stream().findFirst());
  }

  private Place place(MemberName name) {
    return Objects.requireNonNull(seen.places().get(name));
  }

  private DataDirectory data(MemberName name) {
    return seen.data().getOrDefault(name, DataDirectory.of(DataDirectory.State.UNREADABLE));
  }

  /**
   * Another place with the same client URL, where that URL belongs; what answers there is asked of
   * one member only.
   */
  private Optional<MemberName> sharesAnswerWith(MemberName name, Map<MemberName, Listing> listed) {
    Place own = seen.places().get(name);
    return own == null || listed.containsKey(name)
        ? Optional.empty()
        : seen.places().keySet().stream()
            .filter(listed::containsKey)
            .filter(other -> place(other).clientUrl().equals(own.clientUrl()))
            .findFirst();
  }

  private static void take(
      Map<MemberName, Listing> byName, Set<MemberId> taken, MemberName name, Listing listing) {
    byName.put(name, listing);
    taken.add(listing.id());
  }

  /** The cluster id most answering members report; a tie is nobody's. */
  private Optional<ClusterId> clusterId() {
    Map<ClusterId, Long> votes =
        seen.answers().values().stream()
            .collect(Collectors.groupingBy(Answer::clusterId, Collectors.counting()));
    long most = votes.values().stream().mapToLong(Long::longValue).max().orElse(0);
    List<ClusterId> leading =
        votes.keySet().stream().filter(id -> votes.getOrDefault(id, 0L) == most).toList();
    return leading.size() == 1 ? Optional.of(leading.get(0)) : Optional.empty();
  }

  private Set<MemberId> liveIds(Map<MemberName, Listing> listings) {
    return seen.answers().entrySet().stream()
        .filter(entry -> listings.containsKey(entry.getKey()))
        .map(entry -> entry.getValue().memberId())
        .collect(Collectors.toSet());
  }

  private Member member(MemberName name, Optional<Listing> listing, Set<MemberId> live) {
    Optional<PeerReport> report = Optional.ofNullable(seen.peers().get(name));
    Optional<Answer> answer =
        Optional.ofNullable(seen.answers().get(name)).map(said -> completed(said, report));
    Optional<Instant> silentSince =
        answer.isPresent()
            ? Optional.empty()
            : Optional.of(before.silentSince().getOrDefault(name, seen.at()));
    Member member =
        new Member(
            name,
            Optional.ofNullable(seen.places().get(name)),
            listing,
            answer,
            Optional.ofNullable(seen.silences().get(name)),
            listing.map(listed -> sight(listed.id(), live)).orElse(PeerSight.UNKNOWN),
            seen.workloads().getOrDefault(name, Workload.unknown("nobody looked at its host")),
            data(name),
            silentSince,
            Optional.empty(),
            report.flatMap(PeerReport::clusterVersion),
            seen.installations().getOrDefault(name, Installation.UNKNOWN));
    return member.looksLost() ? lost(member) : member;
  }

  /** Of a place that is not the one that answers at its client URL. */
  private Member silent(Member member, MemberName answering) {
    return new Member(
        member.name(),
        member.place(),
        member.listing(),
        Optional.empty(),
        Optional.of("its client URL is that of " + answering),
        member.peers(),
        member.workload(),
        member.data(),
        Optional.of(before.silentSince().getOrDefault(member.name(), seen.at())),
        member.lostSince(),
        Optional.empty(),
        member.installation());
  }

  private Member lost(Member member) {
    Instant since = before.lostSince().getOrDefault(member.name(), seen.at());
    return new Member(
        member.name(),
        member.place(),
        member.listing(),
        member.answer(),
        member.silence(),
        member.peers(),
        member.workload(),
        member.data(),
        member.silentSince(),
        Optional.of(since),
        member.clusterVersion(),
        member.installation());
  }

  /** Up to 3.5 only the metrics tell the quota. */
  private static Answer completed(Answer said, Optional<PeerReport> report) {
    return report.map(r -> said.with(said.upkeep().orQuota(r.quotaBytes()))).orElse(said);
  }

  /** Inactive only if every other live member was read and none of them hears it. */
  private PeerSight sight(MemberId id, Set<MemberId> live) {
    if (seen.peers().values().stream().anyMatch(report -> report.active().contains(id))) {
      return PeerSight.ACTIVE;
    }
    Set<MemberId> read =
        seen.peers().keySet().stream()
            .flatMap(name -> Optional.ofNullable(seen.answers().get(name)).stream())
            .map(Answer::memberId)
            .collect(Collectors.toSet());
    Set<MemberId> others = new HashSet<>(live);
    others.remove(id);
    return !others.isEmpty() && read.containsAll(others) ? PeerSight.INACTIVE : PeerSight.UNKNOWN;
  }
}
