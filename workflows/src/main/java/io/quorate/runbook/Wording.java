package io.quorate.runbook;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Members in the words of a prescription. */
public final class Wording {
  private Wording() {}

  /** {@code etcd-0, etcd-1 and etcd-2}. */
  public static String and(List<Member> members) {
    return andNames(members.stream().map(Member::name).toList());
  }

  public static String andNames(List<MemberName> members) {
    List<String> names = members.stream().map(MemberName::value).toList();
    int last = names.size() - 1;
    return last < 1
        ? String.join("", names)
        : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }

  /** A follower that votes, so that the leader is spared; the leader only when it is alone. */
  public static Optional<MemberName> snapshotSource(ClusterView view) {
    return view.voting().stream()
        .min(
            Comparator.comparing(
                member -> member.status().filter(MemberStatus::isLeader).isPresent()))
        .map(Member::name);
  }
}
