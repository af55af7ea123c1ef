package io.quorate.step;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.data.DataDirectory;
import io.quorate.view.ClusterView;
import java.util.Optional;

/**
 * Renames the data directory of a member of a restored cluster that is given up, where the member
 * had no data before. Nothing is deleted.
 *
 * @param was the member id under which the data was used
 * @param upTo the revision up to which nobody but Quorate changed a key of the restored cluster
 */
public record LeaveRestoredDirectory(MemberName member, MemberId was, Revision upTo)
    implements ActivityStep {
  @Override
  public String sentence() {
    return "Set the data directory of " + member + " aside (it was restored member " + was + ")";
  }

  @Override
  public Optional<MemberName> host() {
    return Optional.of(member);
  }

  /** Once it is carried out, the restored cluster does not come back by itself. */
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
    return QuorumNeed.ENDS_CLUSTER;
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return view.member(member)
        .map(seen -> seen.data().state())
        .filter(Preconditions::nothingThere)
        .map(state -> "the data directory of " + member + " is " + Preconditions.word(state));
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return new VerifyUnwritten(upTo).mayRun(view);
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().data(member, DataDirectory.State.ABSENT);
  }
}
