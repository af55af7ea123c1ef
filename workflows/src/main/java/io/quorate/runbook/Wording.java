package io.quorate.runbook;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.diagnosis.Diagnosis.Unobservable;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Phrases for members, shared by the prescriptions of several runbooks. */
public final class Wording {
  private Wording() {}

  /** The names of the members, as {@code etcd-0, etcd-1 and etcd-2}. */
  public static String and(List<Member> members) {
    return MemberName.inWords(members.stream().map(Member::name).toList());
  }

  /**
   * The voter from which a snapshot is taken: a voting follower, because a snapshot loads its
   * member; the leader only when no follower votes.
   */
  public static Optional<MemberName> snapshotSource(ClusterView view) {
    return view.voting().stream()
        .min(
            Comparator.comparing(
                member -> member.status().filter(MemberStatus::isLeader).isPresent()))
        .map(Member::name);
  }

  /** Returns the headline of a cluster of which too little answers. */
  public static String seen(ClusterView view, Unobservable blind) {
    boolean answers =
        view.members().stream()
            .anyMatch(one -> one.status().isPresent() || one.tlsFailure().isPresent());
    return blind.headline()
        + (!answers && view.members().stream().anyMatch(one -> one.workload().runs())
            ? " Processes run: without quorum a restarted member answers nobody."
            : "");
  }

  /** The command with which a person removes a member from the membership. */
  public static String removal(ClusterView view, Member member) {
    String endpoint =
        view.leader()
            .flatMap(Member::configured)
            .map(leader -> " --endpoints=" + leader.clientUrl())
            .orElse("");
    return "etcdctl"
        + endpoint
        + " member remove "
        + member.id().map(MemberId::toString).orElse("ID");
  }

  /** The command that starts a runbook: {@code quorate start scale payments --members 3}. */
  public static String start(ClusterView view, String runbook, String... options) {
    return String.join(
        " ",
        Stream.concat(
                Stream.of("quorate start", runbook, view.cluster().toString()), Stream.of(options))
            .toList());
  }
}
