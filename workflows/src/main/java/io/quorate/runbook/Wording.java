package io.quorate.runbook;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
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

  /** The command that starts a runbook: {@code quorate start scale payments --members 3}. */
  public static String start(ClusterView view, String runbook, String... options) {
    return String.join(
        " ",
        Stream.concat(
                Stream.of("quorate start", runbook, view.cluster().toString()), Stream.of(options))
            .toList());
  }
}
