package io.quorate.step;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataOwner;
import io.quorate.step.Restorations.RestoreMember;
import io.quorate.step.RestoredClusters.VerifyUnwritten;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.util.Optional;

/** The steps that rename data directories around a restore, and back. */
public sealed interface Directories extends OnOneMember {
  @Override
  default Budget budget() {
    return Budget.HOST;
  }

  /** A step that renames a directory away, so that nothing is left in its place. */
  sealed interface Leaves extends Directories {
    @Override
    default Optional<String> isDone(ClusterView view) {
      return Preconditions.emptied(view, member());
    }

    @Override
    default ClusterView project(ClusterView view) {
      return view.projected().data(member(), DataDirectory.State.ABSENT);
    }
  }

  /** A step that renames a directory back to its place. */
  sealed interface PutsBack extends Directories {
    /** The owner of the data that is put back. */
    DataOwner owner();

    /** The evidence: all of it is back; with a log of its own the log comes first. */
    @Override
    default Optional<String> isDone(ClusterView view) {
      return view.member(member())
          .filter(seen -> seen.data().state() == DataDirectory.State.PRESENT)
          .filter(seen -> seen.data().owner().filter(owner()::equals).isPresent())
          .map(seen -> "the data of " + member() + " is of " + owner());
    }

    @Override
    default ClusterView project(ClusterView view) {
      return view.projected().dataOf(member(), owner());
    }
  }

  /**
   * Renames the data directory of a member of the old cluster, so that it can begin empty in the
   * restored one, and never starts as what it was (docs/etcd.md#n-12). Nothing is deleted, and a
   * person can rename it back until the restored cluster serves.
   *
   * @param was the member id under which the data was used
   */
  record LeaveOldDirectory(MemberName member, MemberId was) implements Leaves {
    @Override
    public String sentence() {
      return "Set the data directory of " + member + " aside (it was member " + was + ")";
    }

    /** Acknowledged writes may be in it alone. */
    @Override
    public Hazard hazard() {
      return Hazard.DESTRUCTIVE;
    }

    @Override
    public QuorumNeed quorumNeed() {
      return QuorumNeed.WITHOUT_QUORUM;
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      return view.member(member).filter(RestoreMember::cannotStart).isPresent()
          ? Verdict.PROCEED
          : new Verdict.Refused(
              StepReason.NOT_HELD.because(
                  member + " is not kept stopped; its data stays where it is"));
    }
  }

  /**
   * Renames the data directory of a member of a restored cluster that is given up, where the member
   * had no data before. Nothing is deleted.
   *
   * @param was the member id under which the data was used
   * @param upTo the revision up to which nobody but Quorate changed a key of the restored cluster
   */
  record LeaveRestoredDirectory(MemberName member, MemberId was, Revision upTo) implements Leaves {
    @Override
    public String sentence() {
      return "Set the data directory of " + member + " aside (it was restored member " + was + ")";
    }

    /** Once it is carried out, the restored cluster does not come back by itself. */
    @Override
    public Hazard hazard() {
      return Hazard.DESTRUCTIVE;
    }

    @Override
    public QuorumNeed quorumNeed() {
      return QuorumNeed.ENDS_CLUSTER;
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      return new VerifyUnwritten(upTo).mayRun(view);
    }
  }

  /**
   * Renames the data that a restore set aside back to its place, and what was restored away.
   * Nothing is deleted and nothing replaced (docs/etcd.md#n-12).
   *
   * @param owner whose data is put back
   * @param operation that set it aside
   * @param upTo the revision up to which nobody but Quorate changed a key of the restored cluster
   */
  record PutBackDirectory(MemberName member, DataOwner owner, String operation, Revision upTo)
      implements PutsBack {
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

    /** Once it is carried out, the restored cluster does not come back by itself. */
    @Override
    public Hazard hazard() {
      return Hazard.DESTRUCTIVE;
    }

    @Override
    public QuorumNeed quorumNeed() {
      return QuorumNeed.ENDS_CLUSTER;
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      return new VerifyUnwritten(upTo).mayRun(view);
    }
  }

  /**
   * Renames data back to its empty place that an operation set aside for a restore which it did not
   * make. Nothing is replaced, and nobody is started.
   *
   * @param owner whose data it is: a member of the cluster that is there
   * @param operation that set it aside
   */
  record PutBackUnused(MemberName member, DataOwner owner, String operation) implements PutsBack {
    @Override
    public String sentence() {
      return "Put the data directory of %s back that %s set aside and restored nothing for (%s)"
          .formatted(member, operation, owner);
    }

    @Override
    public Hazard hazard() {
      return Hazard.REVERSIBLE;
    }

    /**
     * The step also runs when the data of the first members is a quorum already: all data goes
     * back.
     */
    @Override
    public QuorumNeed quorumNeed() {
      return QuorumNeed.RETURNS_VOTES;
    }

    /**
     * Requires that this is still the cluster of the data, and that neither a process nor other
     * data is at the place.
     */
    @Override
    public Verdict mayRun(ClusterView view) {
      if (view.clusterId().filter(owner.cluster()::equals).isEmpty()) {
        return new Verdict.Refused(
            StepReason.DATA_OF_OTHER_CLUSTER.because(
                "this is cluster %s now, and the data is of %s"
                    .formatted(view.clusterId().map(Object::toString).orElse("unknown"), owner)));
      }
      Optional<Member> seen = view.member(member);
      if (seen.map(Member::workload).filter(Workload::provenAbsent).isEmpty()) {
        return Preconditions.processAbsent(view, member);
      }
      boolean halfBack = seen.get().data().owner().filter(owner::equals).isPresent();
      return seen.get().data().nothingThere() || halfBack
          ? Verdict.PROCEED
          : new Verdict.Refused(
              StepReason.DIRECTORY_NOT_EMPTY.because(
                  "there is other data at the place of " + member + "; nothing is replaced"));
    }
  }
}
