package io.quorate.watch;

import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.VotingStatus;
import io.quorate.record.Incarnation;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Rule of a membership that somebody else changed: a member list that quorum confirms differs from
 * the last list of the record. The look that finds the change writes the new list, so the finding
 * is over after the next two looks.
 */
final class ChangedMembership {
  private ChangedMembership() {}

  /** Member as a member list has it: id, name and voting status. */
  private record Listed(String id, String name, VotingStatus status) {
    static Listed of(MembershipEntry entry) {
      return new Listed(entry.id().toString(), entry.name(), entry.votingStatus());
    }

    static Optional<Listed> of(Member member) {
      return member
          .id()
          .map(id -> new Listed(id.toString(), member.name().value(), member.votingStatus()));
    }

    String words() {
      String called = name.isEmpty() ? id : name;
      return status == VotingStatus.LEARNER ? called + " (learner)" : called;
    }
  }

  static List<Sign> signs(ClusterKnowledge known) {
    return known.view().filter(ClusterView::isConfirmed).flatMap(ChangedMembership::sign).stream()
        .toList();
  }

  private static Optional<Sign> sign(ClusterView view) {
    List<Listed> now =
        view.members().stream()
            .filter(Member::isListed)
            .flatMap(member -> Listed.of(member).stream())
            .toList();
    return view.past()
        .incarnation()
        .filter(known -> Optional.of(known.clusterId()).equals(view.clusterId()))
        .flatMap(Incarnation::confirmed)
        .map(list -> list.entries().stream().map(Listed::of).toList())
        .filter(before -> !ids(before).equals(ids(now)))
        .map(before -> Sign.of(FindingKind.MEMBERSHIP_CHANGED, evidence(before, now)));
  }

  /** A name comes with the first start of a member, and is no change of the membership. */
  private static Map<String, VotingStatus> ids(Collection<Listed> list) {
    return list.stream().collect(Collectors.toMap(Listed::id, Listed::status));
  }

  private static String evidence(List<Listed> before, List<Listed> now) {
    return "The membership was changed, and by no operation of Quorate. Before: %s. Now: %s."
        .formatted(words(before), words(now));
  }

  private static String words(List<Listed> list) {
    return list.stream().map(Listed::words).sorted().collect(Collectors.joining(", "));
  }
}
