package io.quorate.view;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipSource;
import io.quorate.record.Origin;
import io.quorate.record.RecordedPast;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Loss that somebody states, to hear what would be done about it: nothing of it has happened. What
 * is stated is taken out of today's view. What etcd does by itself then is taken for granted: the
 * voters that are left elect a leader where they are a quorum, and follow nobody where they are
 * none.
 *
 * @param extents what is lost of each member
 */
public record StatedLoss(Map<MemberName, Extent> extents) {
  /** Extent of the loss of one member, the least first. */
  public enum Extent {
    /** The member serves, but its host is out of reach. */
    REACH,
    /** The member serves, but shows clients a certificate that has run out. */
    CERTIFICATE,
    /** The process of the member ended; its data is there. */
    PROCESS,
    /** The process of the member ended, and its data is gone; its host answers. */
    DATA;

    /** Whether the process of the member ended. */
    boolean isEnd() {
      return compareTo(PROCESS) >= 0;
    }

    /** Whether no client gets a status from the member. */
    boolean isMute() {
      return compareTo(CERTIFICATE) >= 0;
    }
  }

  /** Shortest age of the loss: from this age on, every diagnosis accepts it. */
  private static final Duration LASTS = Duration.ofSeconds(60);

  public StatedLoss {
    extents = Map.copyOf(extents);
  }

  /** Returns the loss of both; of a member that both name, the greater one. */
  public StatedLoss and(StatedLoss other) {
    Map<MemberName, Extent> all = new TreeMap<>(extents);
    other.extents.forEach(
        (member, extent) ->
            all.merge(member, extent, (one, two) -> one.compareTo(two) < 0 ? two : one));
    return new StatedLoss(all);
  }

  /**
   * Returns the view that a look would give once the loss has lasted a minute, or as long as a
   * silent member is looked at again. Where nobody serves any more, the members are those that the
   * record of the cluster has after today's look.
   */
  public ClusterView in(ClusterView today) {
    Duration lasted = today.lookAgain().compareTo(LASTS) < 0 ? LASTS : today.lookAgain();
    Instant since = today.at().minus(lasted);
    List<Member> serving =
        today.members().stream().filter(one -> !isEnded(one)).filter(today::isLive).toList();
    Optional<MemberStatus> leader = leader(today, serving);
    List<Member> telling =
        serving.stream().filter(one -> extent(one).filter(Extent::isMute).isEmpty()).toList();
    boolean led = leader.isPresent() && !telling.isEmpty();
    List<Member> after =
        today.members().stream()
            .map(member -> new MemberAfterLoss(member, extent(member), today, since))
            .map(member -> member.beside(telling, leader))
            .toList();
    return new ClusterView(
        today.cluster(),
        today.at(),
        today.clusterId(),
        source(today, led, !telling.isEmpty()),
        after,
        led ? today.alarms() : List.of(),
        isLeaderOf(today, leader) && today.settledSince().isBefore(since)
            ? today.settledSince()
            : since,
        today.lastSnapshot(),
        today.lookAgain(),
        List.of(),
        today.lastComparison(),
        Optional.of(remembering(today)),
        today.restorable(),
        today.protection(),
        today.aftermath(),
        today.control(),
        today.arrival());
  }

  private Optional<Extent> extent(Member member) {
    return Optional.ofNullable(extents.get(member.name()));
  }

  private boolean isEnded(Member member) {
    return extent(member).filter(Extent::isEnd).isPresent();
  }

  /**
   * Returns the status of who leads what is left: the leader of today, else the first voter that
   * follows it, in the next term; empty where what is left is no quorum.
   */
  private static Optional<MemberStatus> leader(ClusterView today, List<Member> serving) {
    List<MemberStatus> voting =
        serving.stream()
            .filter(today::isVoting)
            .sorted(Comparator.comparing(Member::name))
            .flatMap(member -> member.status().stream())
            .toList();
    return today.quorum().isHeldBy(voting.size())
        ? voting.stream()
            .filter(MemberStatus::isLeader)
            .findFirst()
            .or(() -> voting.stream().findFirst().map(first -> elected(first, today)))
        : Optional.empty();
  }

  private static MemberStatus elected(MemberStatus voter, ClusterView today) {
    return voter.inTerm(today.term() + 1, voter.memberId());
  }

  private static boolean isLeaderOf(ClusterView today, Optional<MemberStatus> leader) {
    Optional<MemberId> before = today.leader().flatMap(Member::id);
    return before.isPresent() && before.equals(leader.map(MemberStatus::memberId));
  }

  private static MembershipSource source(ClusterView today, boolean led, boolean served) {
    if (led || !today.source().isAnswered()) {
      return today.source();
    }
    if (served) {
      return MembershipSource.LOCAL;
    }
    return remembering(today).confirmedAt().isPresent()
        ? MembershipSource.RECORDED
        : MembershipSource.FILES;
  }

  /** Returns the past as a look finds it after today's look has been recorded. */
  private static RecordedPast remembering(ClusterView today) {
    RecordedPast past = today.past();
    boolean learns = new Recorder(today).doubt().isEmpty() && today.conflict().isEmpty();
    if (!learns || past.unread().isPresent()) {
      return past;
    }
    ShownHistory shown = new ShownHistory(today);
    return new RecordedPast(
        past.incarnation().map(shown::addedTo).or(() -> shown.begun(Origin.FOUND)),
        past.unread(),
        past.earlier(),
        List.of(),
        past.drawn(),
        List.of(),
        past.worst());
  }
}
