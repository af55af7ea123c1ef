package io.quorate.view;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipEntry;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataOwner;
import io.quorate.record.RestoredMember;
import io.quorate.workload.ConfiguredMember;
import io.quorate.workload.Workload;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.UnaryOperator;

/**
 * Projections of a view through what is done, or may happen, to the cluster; plans are judged on
 * them before they are carried out. Each projection differs from the view only in what its comment
 * says; for a member that the view does not have nothing changes.
 *
 * @param view the cluster before the change
 */
public record Projection(ClusterView view) {
  /** The member was removed from the membership. */
  public ClusterView removed(MemberName member) {
    return changed(member, seen -> seen.withEntry(Optional.empty()));
  }

  /** A never-started learner was added under this name. */
  public ClusterView learnerAdded(MemberName member, String peerUrl, MemberId id) {
    MembershipEntry entry = new MembershipEntry(id, "", true, List.of(peerUrl), List.of());
    return changed(member, seen -> seen.withEntry(Optional.of(entry)).withStatus(Optional.empty()));
  }

  /** The id of an added member became known. */
  public ClusterView idKnown(MemberName member, MemberId id) {
    return changed(member, seen -> seen.withEntry(seen.entry().map(listed -> listed.withId(id))));
  }

  /** The member is in sync: it answers as a follower of the leader. */
  public ClusterView inSync(MemberName member) {
    Optional<MemberStatus> leader = view.leader().flatMap(Member::status);
    return changed(
        member,
        seen ->
            seen.withStatus(
                seen.id().flatMap(id -> leader.map(l -> l.followedBy(id, seen.isLearner())))));
  }

  /**
   * Projects the return of these members: they follow the first listed member among them, and a
   * quorum confirms them.
   */
  public ClusterView voting(List<MemberName> coming) {
    Optional<MemberId> leader =
        coming.stream()
            .flatMap(n -> view.member(n).stream())
            .flatMap(m -> m.id().stream())
            .findFirst();
    long term =
        1
            + view.members().stream()
                .flatMap(member -> member.status().stream())
                .mapToLong(MemberStatus::raftTerm)
                .max()
                .orElse(0);
    ClusterView voting =
        every(
            member ->
                coming.contains(member.name())
                    ? member.withStatus(
                        leader.flatMap(led -> assumed(member).map(s -> s.inTerm(term, led))))
                    : member);
    return voting.margin() < 0 ? voting : voting.confirmed();
  }

  private Optional<MemberStatus> assumed(Member member) {
    return member
        .status()
        .or(
            () ->
                member
                    .id()
                    .flatMap(
                        id ->
                            view.clusterId()
                                .map(
                                    cluster ->
                                        MemberStatus.assumed(id, cluster, version(member)))));
  }

  /** The version of a member that does not answer; the oldest line where nobody knows. */
  private EtcdVersion version(Member member) {
    return member.installation().binary().orElse(new EtcdVersion(3, 4, 0));
  }

  /** A snapshot was restored as the data of this member, which is a cluster by itself. */
  public ClusterView restored(RestoredMember first) {
    List<Member> members =
        view.members().stream()
            .map(
                member ->
                    member.name().equals(first.name())
                        ? member
                            .withEntry(Optional.of(first.entry()))
                            .withData(
                                DataDirectory.of(DataDirectory.State.PRESENT)
                                    .ownedBy(first.owner()))
                        : member.withEntry(Optional.empty()))
            .map(member -> member.withStatus(Optional.empty()))
            .toList();
    return view.restoredAs(first.owner().cluster(), members);
  }

  /** The data in the directory of this member is of this owner. */
  public ClusterView dataOf(MemberName member, DataOwner owner) {
    return changed(
        member,
        seen -> seen.withData(DataDirectory.of(DataDirectory.State.PRESENT).ownedBy(owner)));
  }

  /** Projects the old cluster with these members, whose data was put back; no member answers. */
  public ClusterView again(ClusterId old, List<MembershipEntry> listed) {
    List<Member> members =
        view.members().stream()
            .map(
                member ->
                    member
                        .withEntry(listed.stream().filter(entry -> isAt(member, entry)).findFirst())
                        .withStatus(Optional.empty()))
            .toList();
    return view.restoredAs(old, members);
  }

  /** Whether this configured place is that of a listed member, by its peer URL. */
  public static boolean isAt(Member place, MembershipEntry listed) {
    return place
        .configured()
        .filter(there -> place.nextOf().isEmpty())
        .filter(there -> there.isAmong(listed.peerUrls()))
        .isPresent();
  }

  /** A listed member was started: the membership knows its name from then on. */
  public ClusterView started(MemberName member) {
    return changed(
        member,
        seen ->
            seen.withEntry(seen.entry().map(listed -> listed.started(member)))
                .withWorkload(Workload.Running.EXPECTED)
                .withData(DataDirectory.of(DataDirectory.State.PRESENT)));
  }

  /** The learner was promoted, and knows it itself. */
  public ClusterView promoted(MemberName member) {
    return changed(
        member,
        seen ->
            seen.withEntry(seen.entry().map(MembershipEntry::promoted))
                .withStatus(seen.status().map(MemberStatus::promoted)));
  }

  /** Another member leads. */
  public ClusterView ledBy(MemberName leader) {
    Optional<MemberId> id = view.member(leader).flatMap(Member::id);
    return everyLive(seen -> seen.withStatus(seen.status().map(status -> status.ledBy(id))));
  }

  /** The alarm was disarmed. */
  public ClusterView disarmed(Alarm gone) {
    List<Alarm> left = view.alarms().stream().filter(alarm -> !alarm.equals(gone)).toList();
    return view.with(view.members(), left, view.comparisons());
  }

  /** The member is listed at other peer URLs; one of them may be its next place. */
  public ClusterView listedAt(MemberName member, List<String> urls) {
    ClusterView listed = changed(member, seen -> seen.withEntry(seen.entry().map(l -> l.at(urls))));
    return listed
        .next(member)
        .filter(next -> next.configured().filter(there -> there.isAmong(urls)).isPresent())
        .map(next -> listed.projected().listingMoved(member, next.name()))
        .orElse(listed);
  }

  /** The data of a member was handed over to its next place. */
  public ClusterView handedOver(MemberName member, MemberName next, MemberId id) {
    ClusterView handed =
        data(member, DataDirectory.State.ABSENT)
            .projected()
            .changed(next, seen -> seen.withData(seen.data().takenOver(id)));
    Optional<ConfiguredMember> there = view.member(next).flatMap(Member::configured);
    return handed
        .member(member)
        .flatMap(Member::entry)
        .filter(entry -> there.filter(place -> place.isAmong(entry.peerUrls())).isPresent())
        .map(entry -> handed.projected().listingMoved(member, next))
        .orElse(handed);
  }

  private ClusterView listingMoved(MemberName from, MemberName to) {
    Optional<MembershipEntry> entry = view.member(from).flatMap(Member::entry);
    return removed(from).projected().changed(to, seen -> seen.withEntry(entry));
  }

  /** The process of the member was brought into this state. */
  public ClusterView workload(MemberName member, Workload.State state) {
    return changed(member, seen -> seen.withWorkload(state));
  }

  /** The data directory of the member was brought into this state. */
  public ClusterView data(MemberName member, DataDirectory.State state) {
    return changed(member, seen -> seen.withData(DataDirectory.of(state)));
  }

  /** The member is in sync and answers as this version. */
  public ClusterView running(MemberName member, EtcdVersion version) {
    return inSync(member)
        .projected()
        .changed(member, seen -> seen.withStatus(seen.status().map(a -> a.running(version))));
  }

  /** The member has another etcd and these settings on its host, whatever it runs. */
  public ClusterView switched(
      MemberName member, EtcdVersion version, SortedMap<String, String> settings) {
    return changed(
        member, seen -> seen.withInstallation(seen.installation().switchedTo(version, settings)));
  }

  /** Etcd has moved cluster version and storage version to this line. */
  public ClusterView clusterVersion(String line) {
    return everyLive(seen -> seen.withClusterVersion(line));
  }

  /**
   * A downgrade to this line is enabled, or none, as reported by the members that can report it.
   */
  public ClusterView downgradeTo(Optional<String> line) {
    return every(
        seen -> seen.withStatus(seen.status().map(a -> a.with(a.storage().goingTo(line)))));
  }

  /** The member is silent: the worst case that a decision has to bear. */
  public ClusterView silent(MemberName member) {
    return changed(member, seen -> seen.withStatus(Optional.empty()));
  }

  private ClusterView changed(MemberName name, UnaryOperator<Member> change) {
    return every(member -> member.name().equals(name) ? change.apply(member) : member);
  }

  private ClusterView everyLive(UnaryOperator<Member> change) {
    return every(member -> view.isLive(member) ? change.apply(member) : member);
  }

  private ClusterView every(UnaryOperator<Member> change) {
    List<Member> changed = view.members().stream().map(change).toList();
    return view.with(changed, view.alarms(), view.comparisons());
  }
}
