package io.quorate.workflow;

import io.quorate.approval.Approval;
import io.quorate.approval.Question;
import io.quorate.approval.Requirement;
import io.quorate.operation.Phase;
import io.quorate.operation.RecordedPlan;
import io.quorate.operation.Request;
import io.quorate.operation.StepState.Progress;
import io.quorate.operation.WatchOrder;
import io.quorate.operation.WatchReport;
import io.quorate.operation.Work;
import io.quorate.workflow.Operation.End;
import io.quorate.workflow.OperationProgress.WaitsFor;
import io.quorate.workflow.Round.Ended;
import io.quorate.workflow.Round.Outcome;
import io.quorate.workflow.Round.Voided;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Puts a plan to people and waits. While they think, the cluster is watched: a plan that would be
 * another one now is asked about anew.
 */
final class ApprovalWait {
  private final RecordedPlan plan;
  private final int index;
  private final Work.AskPeople ask;
  private final OperationParts parts;
  private final OperationProgress progress;

  ApprovalWait(RecordedPlan plan, int index, Work.AskPeople ask, OperationParts parts) {
    this.plan = plan;
    this.index = index;
    this.ask = ask;
    this.parts = parts;
    this.progress = parts.progress();
  }

  /** Empty when the plan is approved. */
  Optional<Outcome> ask(WatchOrder watched) {
    if (!isAsked()) {
      progress.begin(index);
      progress.asked(Approval.of(question()));
      if (asked().isOpen()) {
        String whom = ask.group().map(group -> "approvers of " + group).orElse("an approver");
        progress.await(Phase.WAITING_FOR_APPROVAL, plan.title(), WaitsFor.APPROVERS, whom);
      }
    }
    Optional<String> changed = asked().isOpen() ? await(watched) : Optional.empty();
    if (changed.isPresent()) {
      progress.end(index, Progress.FAILED, changed.get());
      return Optional.of(new Voided(changed.get()));
    }
    return answered();
  }

  /** Whether the run before asked already. */
  private boolean isAsked() {
    return progress
        .lastApproval()
        .filter(asked -> asked.question().id().equals(progress.question()))
        .isPresent();
  }

  private Question question() {
    Instant now = OperationProgress.now();
    return new Question(
        progress.question(),
        plan.digest(),
        new Requirement(ask.approvals(), ask.group()),
        parts.request().requestedBy(),
        now,
        now.plus(parts.position().limits().expireAfter()));
  }

  /** What changed in the world before an answer came; empty when an answer, or the end, came. */
  private Optional<String> await(WatchOrder watched) {
    Watch watch = parts.looking().watch(watched);
    while (!isOver()) {
      parts.waits().until(left(), () -> isOver() || watch.hasReport());
      Approval later = asked().at(OperationProgress.now());
      if (later.state() != asked().state()) {
        progress.replaceLastApproval(later);
      }
      Optional<WatchReport> report =
          !isOver() && watch.hasReport() ? watch.report() : Optional.empty();
      if (report.isPresent()) {
        return report.map(WatchReport::sentence);
      }
    }
    watch.callOff();
    return Optional.empty();
  }

  private boolean isOver() {
    return !asked().isOpen() || parts.handlers().aborted().isPresent();
  }

  private Duration left() {
    return asked().openFor(OperationProgress.now());
  }

  private Optional<Outcome> answered() {
    Approval approval = asked();
    return switch (approval.state()) {
      case APPROVED -> {
        progress.end(index, Progress.DONE, who(approval));
        progress.enter(Phase.RUNNING, plan.title());
        yield Optional.empty();
      }
      case REJECTED ->
          ended(Phase.REJECTED, "Rejected by " + who(approval) + ". " + progress.whatStays());
      case EXPIRED ->
          ended(
              Phase.EXPIRED,
              "Nobody answered in time. "
                  + progress.whatStays()
                  + " Start it again to be asked again.");
      case OPEN, VOID ->
          ended(
              Phase.ABORTED,
              "Aborted by "
                  + parts.handlers().aborted().map(Request::by).orElse("nobody")
                  + " before the approval. "
                  + progress.whatStays());
    };
  }

  private Optional<Outcome> ended(Phase phase, String because) {
    progress.end(index, Progress.FAILED, because);
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
    return progress.lastApproval().orElseThrow();
  }
}
