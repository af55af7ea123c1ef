package io.quorate.diagnosis;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Member;
import java.util.List;
import java.util.stream.Collectors;

/** Members and quorum in words. */
final class Names {
  private Names() {}

  /** The names as {@code etcd-0, etcd-1 and etcd-2}; {@code nobody} for none. */
  static String and(List<Member> members) {
    List<String> names = members.stream().map(member -> member.name().value()).toList();
    if (names.isEmpty()) {
      return "nobody";
    }
    String last = names.get(names.size() - 1);
    return names.size() == 1
        ? last
        : names.subList(0, names.size() - 1).stream().collect(Collectors.joining(", "))
            + " and "
            + last;
  }

  /** Says who holds quorum, and what the next loss would do. */
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
