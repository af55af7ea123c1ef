package io.quorate.runbook.recovery;

import io.quorate.cluster.Aftermath;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.DataOwner;
import io.quorate.cluster.Incarnation;
import io.quorate.cluster.KeptDirectory;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.Revision;
import io.quorate.plan.Plan;
import io.quorate.runbook.StepList;
import io.quorate.step.AskApproval;
import io.quorate.step.LeaveRestoredDirectory;
import io.quorate.step.PutBackDirectory;
import io.quorate.step.RestoreMember;
import io.quorate.step.ReturnToOldCluster;
import io.quorate.step.StopRestored;
import io.quorate.step.VerifyUnwritten;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Steps that undo a restore: stop every member of the restored cluster, see in their files that
 * nothing slipped in, put the old data back, and record that the old cluster goes on.
 */
final class UndoPlan {
  private final ClusterView view;
  private final UndoRequest request;
  private final ClusterId old;
  private final Revision upTo;

  /**
   * The plan for this view.
   *
   * @param before the history that goes on
   * @param upTo the revision up to which nobody but Quorate wrote
   */
  UndoPlan(ClusterView view, UndoRequest request, Incarnation before, Revision upTo) {
    this.view = view;
    this.request = request;
    this.old = before.clusterId();
    this.upTo = upTo;
  }

  Plan make() {
    StepList steps = StepList.of(AskApproval.AS_POLICY_SAYS);
    restored().stream()
        .filter(member -> !RestoreMember.cannotStart(member))
        .forEach(member -> steps.then(new StopRestored(member.name(), upTo)));
    steps.then(new VerifyUnwritten(upTo));
    for (Member member : view.members()) {
      back(member)
          .ifPresentOrElse(
              owner ->
                  steps.then(new PutBackDirectory(member.name(), owner, request.operation(), upTo)),
              () -> leave(steps, member));
    }
    steps.then(new ReturnToOldCluster(old, request.operation()));
    return new Plan(
        UndoRunbook.NAME,
        request.options(),
        "Undo the restore of " + view.cluster() + " by " + request.operation(),
        view,
        steps.list(),
        warnings(),
        "No write of a client is lost: nobody but Quorate has written since the restore, and that"
            + " is seen again in the files of all members before anything is put back.");
  }

  /** The configured members of the restored cluster. */
  private List<Member> restored() {
    return view.members().stream()
        .filter(member -> member.isListed() && member.configured().isPresent())
        .toList();
  }

  /** Whose data is put back at this place, or is back already. */
  private Optional<DataOwner> back(Member member) {
    return kept(member)
        .flatMap(KeptDirectory::owner)
        .or(() -> member.data().owner().filter(owner -> owner.cluster().equals(old)));
  }

  private Optional<KeptDirectory> kept(Member member) {
    return view.aftermath().orElse(Aftermath.NONE).keptBy(request.operation()).stream()
        .filter(one -> one.member().equals(member.name()))
        .findFirst();
  }

  /** Sets aside what the restored cluster has at a place where nothing is put back. */
  private void leave(StepList steps, Member member) {
    Optional<MemberId> was =
        member
            .id()
            .or(
                () ->
                    member
                        .data()
                        .owner()
                        .filter(
                            owner -> view.clusterId().filter(owner.cluster()::equals).isPresent())
                        .map(DataOwner::member));
    if (!member.data().nothingThere() && was.isPresent()) {
      steps.then(new LeaveRestoredDirectory(member.name(), was.get(), upTo));
    }
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    warnings.add(
        "The restored cluster "
            + view.clusterId().map(ClusterId::toString).orElse("unknown")
            + " serves nobody from the first stop on. Nothing of it is deleted.");
    warnings.add(
        "Quorum is lost afterwards, as it was before the restore, and all members are kept stopped:"
            + " quorate start majority-recovery "
            + view.cluster()
            + " goes on from there.");
    for (Member member : restored()) {
      if (back(member).isEmpty()) {
        warnings.add(
            "Of " + member.name() + " no data was set aside: its place is empty afterwards.");
      }
      kept(member)
          .flatMap(KeptDirectory::damage)
          .ifPresent(
              damage ->
                  warnings.add(
                      "The data of " + member.name() + " that comes back is not whole: " + damage));
    }
    return warnings;
  }
}
