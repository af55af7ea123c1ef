package io.quorate.observation;

import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Set;
import java.util.stream.Collectors;

/** Voters of a cluster without quorum whose data seems whole, and of which only a part was read. */
final class Unproven {
  private Unproven() {}

  static Set<MemberName> in(ClusterView view) {
    return view.margin() >= 0
        ? Set.of()
        : view.members().stream()
            .filter(member -> view.voters().isEmpty() || member.isVoter())
            .filter(member -> member.configured().isPresent() && member.status().isEmpty())
            .filter(member -> !member.workload().runs())
            .filter(member -> member.data().isUnproven())
            .map(Member::name)
            .collect(Collectors.toSet());
  }
}
