package io.quorate.step;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.view.ClusterView;
import java.util.Optional;

/**
 * Renames the data directory of a member of the old cluster, so that it can begin empty in the
 * restored one, and never starts as what it was (docs/etcd.md#n-12). Nothing is deleted, and a
 * person can rename it back until the restored cluster serves.
 *
 * @param was the member id under which the data was used
 */
public record LeaveOldDirectory(MemberName member, MemberId was) implements ActivityStep {
  @Override
  public String sentence() {
    return "Set the data directory of " + member + " aside (it was member " + was + ")";
  }

  @Override
  public Optional<MemberName> host() {
    return Optional.of(member);
  }

  /** Acknowledged writes may be in it alone. */
  @Override
  public Hazard hazard() {
    return Hazard.DESTRUCTIVE;
  }

  @Override
  public Budget budget() {
    return Budget.HOST;
  }

  @Override
  public QuorumNeed quorumNeed() {
    return QuorumNeed.WITHOUT_QUORUM;
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return view.member(member)
        .map(seen -> seen.data().state())
        .filter(Preconditions::nothingThere)
        .map(state -> "the data directory of " + member + " is " + Preconditions.word(state));
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().data(member, DataDirectory.State.ABSENT);
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return view.member(member).filter(RestoreMember::cannotStart).isPresent()
        ? Verdict.PROCEED
        : new Verdict.Refused(member + " is not kept stopped; its data stays where it is");
  }
}
