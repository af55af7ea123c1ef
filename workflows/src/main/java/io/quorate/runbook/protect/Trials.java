package io.quorate.runbook.protect;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Revision;
import io.quorate.snapshot.Protection;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.step.IsolatedRuns.DrillSnapshot;
import io.quorate.step.IsolatedRuns.DrillSnapshot.IfBad;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Restores on trial: where, with which raised revision, and whether one was made since. */
final class Trials {
  private static final String NONE = "none";

  private final ClusterView view;

  Trials(ClusterView view) {
    this.view = view;
  }

  /** The step; empty where no host of a member is known. */
  Optional<DrillSnapshot> step(Optional<String> file, IfBad ifBad) {
    return place()
        .map(
            place ->
                new DrillSnapshot(place.name(), file, canBump(place) ? Revision.BUMP : 0, ifBad));
  }

  /**
   * Returns the member on whose host the snapshot is tried. A host that was seen comes first,
   * because nothing can be tried on a host that was not seen, such as a host that people stated to
   * be off. A host whose member is started again and again by its supervisor was seen. An etcd of
   * an older minor than a member that serves does not start on the snapshot. A follower comes
   * before the leader, and a member without a vote before a voter, because the trial takes memory
   * and disk of the host. Of two followers the one whose state is known comes first.
   */
  private Optional<Member> place() {
    return view.members().stream()
        .filter(member -> member.configured().isPresent())
        .min(
            Comparator.comparing((Member member) -> member.workload().isUnreachable())
                .thenComparing(member -> isInDoubt(member.workload()))
                .thenComparing(this::isOlder)
                .thenComparing(member -> leads(member))
                .thenComparing(member -> member.workload().isUncertain())
                .thenComparing(member -> member.isListed() && member.isVoter()));
  }

  private static boolean isInDoubt(Workload workload) {
    return workload.isUncertain() && !workload.isRestarting();
  }

  private boolean isOlder(Member place) {
    return view.members().stream()
        .flatMap(member -> member.status().stream())
        .map(MemberStatus::version)
        .anyMatch(place.installation()::isOlderThan);
  }

  private static boolean leads(Member member) {
    return member.status().filter(MemberStatus::isLeader).isPresent();
  }

  private static boolean canBump(Member place) {
    return place.installation().binary().filter(EtcdVersion::raisesRevisions).isPresent();
  }

  /** The last drill in one word, for the rounds after this one. */
  String lastDrill() {
    return view.protection()
        .flatMap(Protection::lastDrill)
        .map(drill -> drill.at().toString())
        .orElse(NONE);
  }

  /** The last snapshot in one word, for the rounds after this one. */
  String lastSnapshot() {
    return view.lastSnapshot().map(SavedSnapshot::file).orElse(NONE);
  }

  /** The first of these values, which the first plan of an operation wrote. */
  static Optional<String> first(List<String> values) {
    return values.stream().findFirst();
  }
}
