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
  private final Sightings before;

  Composition(Observation seen, Sightings before) {
    this.seen = seen;
    this.before = before;
  }

  ClusterView view() {
    Map<MemberName, Listing> listings = listings();
    List<Member> members = new ArrayList<>();
    Set<MemberId> live = liveIds(listings);
    for (MemberName name : seen.places().keySet().stream().sorted().toList()) {
      members.add(member(name, Optional.ofNullable(listings.get(name)), live));
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

  static Sightings sightings(ClusterView view) {
    Map<MemberName, Instant> silent = new HashMap<>();
    Map<MemberName, Instant> lost = new HashMap<>();
    for (Member member : view.members()) {
      member.silentSince().ifPresent(since -> silent.put(member.name(), since));
      member.lostSince().ifPresent(since -> lost.put(member.name(), since));
    }
    return new Sightings(shape(view), Optional.of(view.settledSince()), silent, lost);
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
    for (MemberName name : seen.places().keySet().stream().sorted().toList()) {
      listed.stream()
          .filter(listing -> !taken.contains(listing.id()))
          .filter(listing -> listing.peerUrls().contains(place(name).peerUrl()))
          .findFirst()
          .ifPresent(listing -> take(byName, taken, name, listing));
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

  private Place place(MemberName name) {
    return Objects.requireNonNull(seen.places().get(name));
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
            seen.data().getOrDefault(name, DataDirectory.of(DataDirectory.State.UNREADABLE)),
            silentSince,
            Optional.empty(),
            report.flatMap(PeerReport::clusterVersion));
    return member.looksLost() ? lost(member) : member;
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
        member.clusterVersion());
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
