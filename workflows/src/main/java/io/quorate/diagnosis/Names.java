package io.quorate.diagnosis;

import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.List;

/** Members and quorum in words. */
final class Names {
  private Names() {}

  /** The names as {@code etcd-0, etcd-1 and etcd-2}; {@code nobody} for none. */
  static String and(List<Member> members) {
    return members.isEmpty()
        ? "nobody"
        : MemberName.inWords(members.stream().map(Member::name).toList());
  }

  /** The clause that says who holds quorum, and what the next loss would do. */
  static String quorum(ClusterView view) {
    List<Member> voting = view.voting();
    int margin = view.margin();
    String next =
        switch (margin) {
          case 0 -> "one more loss stops all writes";
          case 1 -> "one more loss can be borne";
          default -> margin + " more losses can be borne";
        };
    return and(voting) + (voting.size() == 1 ? " holds" : " hold") + " quorum; " + next + ".";
  }
}
