package io.quorate.runbook.recovery.undo;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.Quorum;
import io.quorate.cluster.Revision;
import io.quorate.data.DataOwner;
import io.quorate.data.KeptDirectory;
import io.quorate.plan.Plan;
import io.quorate.record.ConfirmedList;
import io.quorate.record.HighWaterMark;
import io.quorate.record.Incarnation;
import io.quorate.record.UndoFacts;
import io.quorate.runbook.StepList;
import io.quorate.step.Directories.LeaveRestoredDirectory;
import io.quorate.step.Directories.PutBackDirectory;
import io.quorate.step.Restorations.RestoreMember;
import io.quorate.step.Restorations.ReturnToOldCluster;
import io.quorate.step.RestoredClusters.VerifyUnwritten;
import io.quorate.step.Stops.StopRestored;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.Projection;
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
  private final Incarnation now;
  private final Incarnation before;
  private final ClusterId old;
  private final Revision upTo;
  private final boolean neverServed;

  /**
   * The plan for this view.
   *
   * @param now the history that is given up
   * @param before the history that goes on
   * @param upTo the revision up to which nobody but Quorate changed a key of the restored cluster
   */
  UndoPlan(
      ClusterView view, UndoRequest request, Incarnation now, Incarnation before, Revision upTo) {
    this.view = view;
    this.request = request;
    this.now = now;
    this.before = before;
    this.old = before.clusterId();
    this.upTo = upTo;
    this.neverServed = UndoPrescription.neverServed(view, now);
  }

  Plan make() {
    StepList steps = StepList.of(AskApproval.AS_POLICY_SAYS);
    restored().stream()
        .filter(member -> !RestoreMember.cannotStart(member))
        .forEach(member -> steps.then(new StopRestored(member.name(), upTo)));
    steps.then(new VerifyUnwritten(upTo));
    for (Member member : view.members()) {
      kept(member)
          .flatMap(KeptDirectory::owner)
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
        promise());
  }

  /** The configured members of the restored cluster. */
  private List<Member> restored() {
    return view.members().stream()
        .filter(member -> member.isListed() && member.configured().isPresent())
        .toList();
  }

  /** Returns the owner of the data that is put back at this place, or is back already. */
  private Optional<DataOwner> back(Member member) {
    return kept(member)
        .flatMap(KeptDirectory::owner)
        .or(() -> member.data().owner().filter(owner -> owner.cluster().equals(old)));
  }

  private Optional<KeptDirectory> kept(Member member) {
    return view.aftermath().orElse(UndoFacts.NONE).keptBy(request.operation()).stream()
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

  /** A revision counts the changes of keys, and no others (docs/etcd.md#restore). */
  private String promise() {
    return neverServed
        ? "No write of a client is lost: the restored cluster was never seen to serve."
        : "No key that a client wrote is lost: nobody but Quorate has changed a key since the"
            + " restore, and that is seen again in the files of all members before anything is put"
            + " back.";
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (neverServed) {
      more().ifPresent(warnings::add);
    } else {
      warnings.add(
          "The restored cluster "
              + now.clusterId()
              + " serves nobody from the first stop on. Nothing of it is deleted.");
      warnings.add(
          "Users, roles, passwords, the switch of authentication and leases go back to what they"
              + " were before the restore: no revision counts their changes. A password or a role"
              + " that was taken away since then is valid again.");
    }
    warnings.add(afterwards());
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
                      "The data of "
                          + member.name()
                          + " that comes back is not whole: "
                          + damage.words()));
    }
    return warnings;
  }

  /** Warns of changes beyond the restored data in the files of a cluster that never served. */
  private Optional<String> more() {
    long restored = now.unwritten().map(HighWaterMark::value).orElse(upTo.value());
    return upTo.value() > restored
        ? Optional.of(
            "The restored data holds "
                + Amounts.count(upTo.value() - restored, "change")
                + " more than its source: keys went with leases that ran out while it was verified,"
                + " or somebody started it by hand and wrote. Reject if anybody did. It is kept.")
        : Optional.empty();
  }

  /**
   * Says what a recovery finds afterwards: after a rollback to a snapshot a quorum has its data
   * again.
   */
  private String afterwards() {
    List<MembershipEntry> voters = before.confirmed().map(ConfirmedList::voters).orElse(List.of());
    long whole = voters.stream().filter(this::isWholeAgain).count();
    return "The members of the restored cluster are kept stopped, and "
        + whole
        + " of "
        + Amounts.count(voters.size(), "voter")
        + (whole == 1 ? " has its" : " have their")
        + " whole data afterwards: "
        + (new Quorum(voters.size()).isHeldBy((int) whole)
                ? "quorate start majority-recovery %s starts them."
                : "that is no quorum, and quorate start majority-recovery %s goes on from there.")
            .formatted(view.cluster());
  }

  private boolean isWholeAgain(MembershipEntry voter) {
    return view.members().stream()
        .filter(member -> Projection.isAt(member, voter))
        .anyMatch(
            member ->
                kept(member)
                    .map(one -> one.damage().isEmpty())
                    .orElseGet(() -> member.data().intact() && back(member).isPresent()));
  }
}
