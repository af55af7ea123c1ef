package io.quorate.runbook;

import io.quorate.cluster.FailureDomain;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Configured members outside the voters, and which of them joins next. Where more are configured
 * than are missing, every runbook takes the same one.
 */
public final class Spares {
  private final ClusterView view;

  public Spares(ClusterView view) {
    this.view = view;
  }

  /** Configured members that are no voters, without the second place of a member in migration. */
  public List<Member> all() {
    return view.members().stream()
        .filter(member -> member.configured().isPresent() && !view.isOtherPlace(member))
        .filter(member -> !member.isVoter())
        .toList();
  }

  /**
   * The members to add, at most as many as there are: a learner that is there first, then in the
   * order in which the platform makes their places, where it has an order, then members whose
   * process is proven absent and which something on their host can start, then those that make the
   * most crowded zone least crowded.
   */
  public List<Member> coming(int more) {
    List<Member> left = new ArrayList<>(all());
    List<Member> together = new ArrayList<>(view.voters());
    List<Member> coming = new ArrayList<>();
    while (coming.size() < more && !left.isEmpty()) {
      Member next =
          left.stream()
              .min(
                  Comparator.<Member, Boolean>comparing(member -> !member.isLearner())
                      .thenComparing(member -> member.ordinal().orElse(0))
                      .thenComparing(Spares::hindrance)
                      .thenComparing(member -> inZone(together, member.zone()))
                      .thenComparing(Member::name))
              .orElseThrow();
      left.remove(next);
      together.add(next);
      coming.add(next);
    }
    return coming;
  }

  private static int hindrance(Member member) {
    if (!member.workload().provenAbsent()) {
      return 2;
    }
    return member.workload().isAbsent() ? 1 : 0;
  }

  private static long inZone(List<Member> members, FailureDomain zone) {
    return members.stream().filter(member -> member.zone().equals(zone)).count();
  }

  /**
   * Whether nothing shows that a configured member outside the membership ever was a member: no
   * process, and no data.
   */
  public static boolean isBlank(Member member) {
    return !member.isListed() && member.workload().provenAbsent() && member.data().nothingThere();
  }
}
