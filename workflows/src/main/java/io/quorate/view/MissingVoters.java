package io.quorate.view;

import io.quorate.workload.Workload;
import java.util.List;
import java.util.stream.Stream;

/**
 * Configured members that a plan removed and did not add again before it ended, as many as there
 * are fewer voters since; and those that a restore keeps stopped. Only what Quorate did counts: a
 * member that scale, a move or a person took out is not missing. Neither is the one member with
 * which the number of voters would be even (docs/etcd.md#n-30).
 */
public final class MissingVoters {
  private MissingVoters() {}

  /** The missing voters of a view; empty where nothing is recorded. */
  public static List<Member> in(ClusterView view) {
    List<Member> outside =
        view.members().stream()
            .filter(member -> member.configured().isPresent() && !member.isVoter())
            .filter(member -> !view.isOtherPlace(member))
            .toList();
    List<Member> removed =
        outside.stream()
            .filter(member -> view.past().removedFrom(member.name()).isPresent())
            .toList();
    int before =
        removed.stream()
            .mapToInt(member -> view.past().removedFrom(member.name()).orElseThrow())
            .max()
            .orElse(0);
    List<Member> missing =
        Stream.concat(
                removed.stream().limit(Math.max(0, before - view.voters().size())),
                outside.stream().filter(member -> isKept(view, member)))
            .toList();
    boolean spare = missing.size() == 1 && view.voters().size() % 2 == 1;
    return spare ? List.of() : missing;
  }

  private static boolean isKept(ClusterView view, Member member) {
    return member.workload().state() == Workload.Gone.HELD
        && view.past().hadVoterBeforeRestore(member.name());
  }
}
