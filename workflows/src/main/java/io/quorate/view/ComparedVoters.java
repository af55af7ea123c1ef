package io.quorate.view;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.record.LastComparison;
import java.util.Set;
import java.util.stream.Collectors;

/** The voters of a view, as a comparison of their data keeps them. */
public record ComparedVoters(ClusterView view) {
  /** Returns the ids of the voters, as etcd prints ids. */
  public Set<String> ids() {
    return view.voters().stream()
        .flatMap(voter -> voter.id().stream())
        .map(MemberId::toString)
        .collect(Collectors.toSet());
  }

  /**
   * Whether the comparison says something about these voters. Equal data counts while every voter
   * of the view was compared. A difference counts while the member that differed and one more
   * compared member are voters. A difference without a known culprit counts while all compared
   * members are voters.
   */
  public boolean areMeantBy(LastComparison comparison) {
    Set<String> now = ids();
    Set<String> compared = comparison.voters();
    if (comparison.isEqual()) {
      return compared.containsAll(now);
    }
    return comparison
            .odd()
            .map(name -> view.voters().stream().anyMatch(one -> isOdd(one, name, compared)))
            .orElseGet(() -> now.containsAll(compared))
        && now.stream().filter(compared::contains).count() > 1;
  }

  private static boolean isOdd(Member voter, MemberName name, Set<String> compared) {
    return voter.name().equals(name)
        && voter.id().map(MemberId::toString).filter(compared::contains).isPresent();
  }
}
