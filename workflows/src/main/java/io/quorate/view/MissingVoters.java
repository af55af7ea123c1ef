package io.quorate.view;

import io.quorate.workload.Workload;
import java.util.List;

/**
 * Configured members that were voters by the record and are none now, as where a plan took lost
 * members out and ended before it added them again. A member that scale took out is not missing,
 * and neither is the one member with which the number of voters would be even (docs/etcd.md#n-30).
 */
public final class MissingVoters {
  private MissingVoters() {}

  /** The missing voters of a view; empty where nothing is recorded. */
  public static List<Member> in(ClusterView view) {
    List<Member> missing =
        view.members().stream()
            .filter(member -> member.configured().isPresent() && !member.isVoter())
            .filter(member -> !view.isOtherPlace(member))
            .filter(member -> view.past().missesVoter(member.name(), isHeld(member)))
            .toList();
    boolean spare = missing.size() == 1 && view.voters().size() % 2 == 1;
    return spare ? List.of() : missing;
  }

  private static boolean isHeld(Member member) {
    return member.workload().state() == Workload.Gone.HELD;
  }
}
