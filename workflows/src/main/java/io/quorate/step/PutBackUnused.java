package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.data.DataOwner;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.util.Optional;

/**
 * Renames data back to its empty place that an operation set aside for a restore which it did not
 * make. Nothing is replaced, and nobody is started.
 *
 * @param owner whose data it is: a member of the cluster that is there
 * @param operation that set it aside
 */
public record PutBackUnused(MemberName member, DataOwner owner, String operation)
    implements ActivityStep {
  @Override
  public String sentence() {
    return "Put the data directory of %s back that %s set aside and restored nothing for (%s)"
        .formatted(member, operation, owner);
  }

  @Override
  public Optional<MemberName> host() {
    return Optional.of(member);
  }

  @Override
  public Hazard hazard() {
    return Hazard.REVERSIBLE;
  }

  @Override
  public Budget budget() {
    return Budget.HOST;
  }

  /**
   * The step also runs when the data of the first members is a quorum already: all data goes back.
   */
  @Override
  public QuorumNeed quorumNeed() {
    return QuorumNeed.RETURNS_VOTES;
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return PutBackDirectory.isBack(view, member, owner);
  }

  /**
   * Requires that this is still the cluster of the data, and that neither a process nor other data
   * is at the place.
   */
  @Override
  public Verdict mayRun(ClusterView view) {
    if (view.clusterId().filter(owner.cluster()::equals).isEmpty()) {
      return new Verdict.Refused(
          "this is cluster %s now, and the data is of %s"
              .formatted(view.clusterId().map(Object::toString).orElse("unknown"), owner));
    }
    Optional<Member> seen = view.member(member);
    if (seen.map(Member::workload).filter(Workload::provenAbsent).isEmpty()) {
      return Preconditions.processAbsent(view, member);
    }
    boolean halfBack = seen.get().data().owner().filter(owner::equals).isPresent();
    return seen.get().data().nothingThere() || halfBack
        ? Verdict.PROCEED
        : new Verdict.Refused(
            "there is other data at the place of " + member + "; nothing is replaced");
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().dataOf(member, owner);
  }
}
