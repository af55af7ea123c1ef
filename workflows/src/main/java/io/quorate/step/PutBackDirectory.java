package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataOwner;
import io.quorate.view.ClusterView;
import java.util.Optional;

/**
 * Renames the data that a restore set aside back to its place, and what was restored away. Nothing
 * is deleted and nothing replaced (docs/etcd.md#n-12).
 *
 * @param owner whose data is put back
 * @param operation that set it aside
 * @param upTo the revision up to which nobody but Quorate changed a key of the restored cluster
 */
public record PutBackDirectory(MemberName member, DataOwner owner, String operation, Revision upTo)
    implements ActivityStep {
  @Override
  public String sentence() {
    return "Put the data directory of "
        + member
        + " back that "
        + operation
        + " set aside ("
        + owner
        + "), and set aside what was restored";
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
    return isBack(view, member, owner);
  }

  /** The evidence: all of it is back; with a log of its own the log comes first. */
  static Optional<String> isBack(ClusterView view, MemberName member, DataOwner owner) {
    return view.member(member)
        .filter(seen -> seen.data().state() == DataDirectory.State.PRESENT)
        .filter(seen -> seen.data().owner().filter(owner::equals).isPresent())
        .map(seen -> "the data of " + member + " is of " + owner);
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return new VerifyUnwritten(upTo).mayRun(view);
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().dataOf(member, owner);
  }
}
