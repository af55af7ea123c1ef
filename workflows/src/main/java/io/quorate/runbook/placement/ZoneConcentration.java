package io.quorate.runbook.placement;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.Member;
import io.quorate.cluster.Quorum;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which zone's loss would stop all writes because a member moves (docs/etcd.md#failure-domains): a
 * zone is a killer when it has more voters than may be lost. The list of killers must not grow.
 */
final class ZoneConcentration {
  private final ClusterView view;
  private final Member old;
  private final Member next;

  ZoneConcentration(ClusterView view, Member old, Member next) {
    this.view = view;
    this.old = old;
    this.next = next;
  }

  /** The zone whose loss stops all writes after the move and did not before, in a sentence. */
  Optional<String> afterwards() {
    List<Member> others = without(without(view.voters(), old), next);
    return isKiller(next.zone(), with(others, old)) ? Optional.empty() : killer(with(others, next));
  }

  /** The zone whose loss stops all writes only while both places are voters, in a sentence. */
  Optional<String> meanwhile() {
    return afterwards().isPresent()
        ? Optional.empty()
        : killer(with(view.voters(), next))
            .map(sentence -> sentence.replaceFirst("^Losing", "While both vote, losing"));
  }

  private static boolean isKiller(FailureDomain zone, List<Member> voters) {
    return inZone(voters, zone) > new Quorum(voters.size()).tolerated();
  }

  private Optional<String> killer(List<Member> voters) {
    FailureDomain zone = next.zone();
    return isKiller(zone, voters)
        ? Optional.of(
            "Losing zone "
                + zone
                + " would stop all writes: "
                + inZone(voters, zone)
                + " of "
                + voters.size()
                + " voters would be in it.")
        : Optional.empty();
  }

  private static List<Member> without(List<Member> voters, Member one) {
    return voters.stream().filter(voter -> !voter.name().equals(one.name())).toList();
  }

  private static List<Member> with(List<Member> voters, Member one) {
    List<Member> more = new ArrayList<>(without(voters, one));
    more.add(one);
    return more;
  }

  private static long inZone(List<Member> voters, FailureDomain zone) {
    return voters.stream().filter(voter -> voter.zone().equals(zone)).count();
  }
}
