package io.quorate.workflow;

import io.quorate.approval.Approval;
import io.quorate.approval.Question;
import io.quorate.approval.Requirement;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.operation.StepState.Progress;
import io.quorate.plan.Plan;
import io.quorate.plan.PlanDifference;
import io.quorate.step.AskApproval;
import io.quorate.workflow.Operation.End;
import io.quorate.workflow.Round.Changed;
import io.quorate.workflow.Round.Ended;
import io.quorate.workflow.Round.Outcome;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Puts a plan to people and waits. While they think, the world is looked at: a plan that would be
 * another one now is asked about anew.
 */
final class Asking {
  private final Plan plan;
  private final String id;
  private final AskApproval ask;
  private final OperationRequest request;
  private final Journal journal;
  private final Desk desk;
  private final Looking looking;

  Asking(
      Plan plan,
      String id,
      AskApproval ask,
      OperationRequest request,
      Journal journal,
      Desk desk,
      Looking looking) {
    this.plan = plan;
    this.id = id;
    this.ask = ask;
    this.request = request;
    this.journal = journal;
    this.desk = desk;
    this.looking = looking;
  }

  /** Empty when the plan is approved. */
  Optional<Outcome> ask(int index) {
    journal.begin(index);
    journal.asked(Approval.of(question()));
    Optional<String> changed = Optional.empty();
    if (asked().isOpen()) {
      String whom = ask.group().map(group -> "approvers of " + group).orElse("an approver");
      journal.await(Phase.WAITING_FOR_APPROVAL, plan.title(), whom);
      changed = await();
    }
    if (changed.isPresent()) {
      journal.replaceLastApproval(asked().voided());
      journal.end(index, Progress.FAILED, changed.get());
      return Optional.of(new Changed(changed.get()));
    }
    return answered(index);
  }

  private Question question() {
    Instant now = Journal.now();
    return new Question(
        id,
        plan.digest(),
        new Requirement(ask.approvals(), ask.group()),
        request.requestedBy(),
        now,
        now.plus(expireAfter()));
  }

  private Duration expireAfter() {
    return looking.policy().expireAfter();
  }

  /** What changed in the world before an answer came; empty when an answer, or the end, came. */
  private Optional<String> await() {
    while (!isOver()) {
      Duration left = left();
      boolean near = left.compareTo(Timeouts.LOOK_WHILE_WAITING) < 0;
      Workflow.await(near ? left : Timeouts.LOOK_WHILE_WAITING, this::isOver);
      Approval later = asked().at(Journal.now());
      if (later.state() != asked().state()) {
        journal.replaceLastApproval(later);
      }
      Optional<String> changed = isOver() ? Optional.empty() : change();
      if (changed.isPresent() && !isOver()) {
        return changed;
      }
    }
    return Optional.empty();
  }

  private Optional<String> change() {
    try {
      return looking
          .lookUntil(plan.request(), plan.seen().remembered(), left(), this::isOver)
          .flatMap(now -> PlanDifference.voids(plan, now.prescription()));
    } catch (ActivityFailure blind) {
      // Not being able to look changes nothing; the guard looks again before every step.
      Workflow.getLogger(Asking.class).debug("could not look while waiting", blind);
      return Optional.empty();
    }
  }

  private boolean isOver() {
    return !asked().isOpen() || desk.aborted().isPresent();
  }

  private Duration left() {
    return asked().openFor(Journal.now());
  }

  private Optional<Outcome> answered(int index) {
    Approval approval = asked();
    return switch (approval.state()) {
      case APPROVED -> {
        journal.end(index, Progress.DONE, who(approval));
        journal.enter(Phase.RUNNING, plan.title());
        yield Optional.empty();
      }
      case REJECTED ->
          ended(index, Phase.REJECTED, "Rejected by " + who(approval) + ". " + journal.whatStays());
      case EXPIRED ->
          ended(
              index,
              Phase.EXPIRED,
              "Nobody answered in time. "
                  + journal.whatStays()
                  + " Start it again to be asked again.");
      case OPEN, VOID ->
          ended(
              index,
              Phase.ABORTED,
              "Aborted by "
                  + desk.aborted().map(Request::by).orElse("nobody")
                  + " before the approval. "
                  + journal.whatStays());
    };
  }

  private Optional<Outcome> ended(int index, Phase phase, String because) {
    journal.end(index, Progress.FAILED, because);
    return Optional.of(new Ended(new End(phase, because)));
  }

  private static String who(Approval approval) {
    return approval.decisions().isEmpty()
        ? "nobody needed to be asked"
        : approval.decisions().stream()
            .map(
                decision ->
                    decision.by()
                        + " ("
                        + decision.door().words()
                        + ")"
                        + (decision.reason().isBlank() ? "" : ": " + decision.reason()))
            .reduce((one, other) -> one + ", " + other)
            .orElse("");
  }

  private Approval asked() {
    return journal.lastApproval().orElseThrow();
  }
}
