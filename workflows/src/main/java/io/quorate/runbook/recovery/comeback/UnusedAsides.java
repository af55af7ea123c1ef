package io.quorate.runbook.recovery.comeback;

import io.quorate.data.DataPosition;
import io.quorate.data.KeptDirectory;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.record.Incarnation;
import io.quorate.record.Origin;
import io.quorate.record.UndoFacts;
import io.quorate.runbook.StepList;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest.From;
import io.quorate.step.Directories.PutBackUnused;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Data of voters that an operation set aside for a restore which it never made: an abort, or the
 * end of its worker's host, came between. It is the furthest that there is of these voters, and
 * goes back to its empty place before anything is restored.
 */
public record UnusedAsides(ClusterView view, MajorityRecoveryRequest request) {
  /**
   * The plan that puts it back; empty where there is none, where a person named a snapshot, and
   * without a record, when nobody knows whether the members ran on after it.
   */
  public Optional<Prescription> prescription() {
    boolean another =
        view.past().incarnation().isEmpty()
            || request.snapshot().isPresent()
            || request.isFrom(From.SNAPSHOT);
    List<KeptDirectory> back = another ? List.of() : toPutBack();
    return back.isEmpty() ? Optional.empty() : Optional.of(plan(back));
  }

  private Plan plan(List<KeptDirectory> back) {
    StepList steps = StepList.of(AskApproval.AS_POLICY_SAYS);
    back.forEach(
        one ->
            steps.then(
                new PutBackUnused(one.member(), one.owner().orElseThrow(), one.operation())));
    return new Plan(
        MajorityRecoveryRequest.NAME,
        request.at(request.stage()),
        "Put back the data of "
            + view.cluster()
            + " that "
            + back.stream()
                .map(KeptDirectory::operation)
                .distinct()
                .collect(Collectors.joining(" and "))
            + " set aside",
        view,
        steps.list(),
        List.of(
            "Nobody is started by this. What the data is good for is said afterwards, by the same"
                + " operation: a return of its members as a rule."),
        "No acknowledged write can be lost: the data goes back to its empty place, and no other is"
            + " touched.");
  }

  private List<KeptDirectory> toPutBack() {
    return view.voters().stream().flatMap(voter -> furthest(voter).stream()).toList();
  }

  /** Of two operations that set data of a voter aside the one that took what it had last. */
  private Optional<KeptDirectory> furthest(Member voter) {
    return view.aftermath().orElse(UndoFacts.NONE).kept().stream()
        .filter(one -> one.member().equals(voter.name()) && isItsOwn(voter, one))
        .filter(one -> one.damage().isEmpty() && !restored(one.operation()))
        .filter(one -> one.position().filter(far -> !isOutdated(voter, far)).isPresent())
        .max(Comparator.comparing(one -> one.position().orElseThrow(), DataPosition.RAFT_ORDER));
  }

  private boolean isItsOwn(Member voter, KeptDirectory kept) {
    return voter.data().nothingThere()
        && voter.workload().provenAbsent()
        && kept.owner()
            .filter(owner -> voter.hasId(owner.member()))
            .filter(owner -> view.clusterId().filter(owner.cluster()::equals).isPresent())
            .isPresent();
  }

  /** Whether the record has seen the voter further: it ran on after this was set aside. */
  private boolean isOutdated(Member voter, DataPosition far) {
    return voter
        .id()
        .flatMap(view.past()::committed)
        .filter(seen -> far.lastIndex() < seen)
        .isPresent();
  }

  private boolean restored(String operation) {
    return Stream.concat(view.past().earlier().stream(), view.past().incarnation().stream())
        .map(Incarnation::began)
        .filter(began -> began.kind() == Origin.Kind.RESTORED)
        .anyMatch(began -> began.by().filter(operation::equals).isPresent());
  }
}
