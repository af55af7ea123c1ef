package io.quorate.workflow;

import io.quorate.approval.Approval;
import io.quorate.approval.Decision;
import io.quorate.approval.Question;
import io.quorate.approval.Requirement;
import io.quorate.operation.IncidentCourse;
import io.quorate.operation.Phase;
import io.quorate.operation.RecordedPlan;
import io.quorate.operation.Request;
import io.quorate.operation.RequesterKind;
import io.quorate.operation.StepMode;
import io.quorate.operation.StepState.Progress;
import io.quorate.operation.UtcTime;
import io.quorate.operation.WatchOrder;
import io.quorate.operation.WatchReport;
import io.quorate.workflow.OperationProgress.WaitsFor;
import io.quorate.workflow.RoundOutcome.Ended;
import io.quorate.workflow.RoundOutcome.Voided;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Wait for the approval of a plan. While people think, the cluster is watched: when another plan
 * would be prescribed, the question is void and a new one follows.
 */
final class ApprovalWait {
  private final RecordedPlan plan;
  private final int index;
  private final StepMode.AskPeople ask;
  private final OperationParts parts;
  private final OperationProgress progress;

  ApprovalWait(RecordedPlan plan, int index, StepMode.AskPeople ask, OperationParts parts) {
    this.plan = plan;
    this.index = index;
    this.ask = ask;
    this.parts = parts;
    this.progress = parts.progress();
  }

  /**
   * Asks for the approval and waits for it; returns how the round ended, empty when people
   * approved.
   */
  Optional<RoundOutcome> ask(WatchOrder watched) {
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

  /** Returns whether an earlier run of this operation asked this round's question already. */
  private boolean isAsked() {
    return progress
        .lastApproval()
        .filter(asked -> asked.question().id().equals(progress.question()))
        .isPresent();
  }

  private Question question() {
    Instant now = Timers.now();
    return new Question(
        progress.question(),
        plan.digest(),
        new Requirement(ask.approvals(), ask.group(), ask.terms()),
        parts.request().requestedBy(),
        now,
        now.plus(parts.position().limits().expireAfter()),
        ask.typed());
  }

  /**
   * Waits for the answer; returns what changed in the cluster before one came, empty when the
   * question was answered or expired, or the operation was aborted.
   */
  private Optional<String> await(WatchOrder watched) {
    Watch watch = parts.looking().watch(watched);
    while (!isOver()) {
      parts.waits().until(left(), summary(), () -> isOver() || watch.hasReport());
      Approval later = asked().at(Timers.now());
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
    return !asked().isOpen() || parts.pending().aborted().isPresent();
  }

  /** Returns what the wait is for, as Temporal's page shows it. */
  private String summary() {
    return "approval: until " + UtcTime.of(asked().question().expiresAt());
  }

  private Duration left() {
    return asked().openFor(Timers.now());
  }

  private Optional<RoundOutcome> answered() {
    Approval approval = asked();
    return switch (approval.state()) {
      case APPROVED -> {
        progress.end(index, Progress.DONE, who(approval));
        progress.enter(Phase.RUNNING, plan.title());
        yield Optional.empty();
      }
      case REJECTED ->
          ended(
              Phase.REJECTED,
              "Rejected by "
                  + who(approval)
                  + ". "
                  + progress.effects().whatStays()
                  + nothingMore());
      case EXPIRED ->
          ended(
              Phase.EXPIRED,
              (approval.decisions().isEmpty()
                      ? "Nobody answered in time. "
                      : "Nobody answered in time beside " + who(approval) + ". ")
                  + progress.effects().whatStays()
                  + " "
                  + askedAgain(approval.question()));
      case OPEN, VOID ->
          ended(
              Phase.ABORTED,
              "Aborted by "
                  + parts.pending().aborted().map(Request::by).orElse("nobody")
                  + " before the approval"
                  + parts
                      .pending()
                      .aborted()
                      .map(Request::reason)
                      .filter(reason -> !reason.isBlank())
                      .map(reason -> ": " + reason.strip())
                      .orElse("")
                  + ". "
                  + progress.effects().whatStays()
                  + nothingMore());
    };
  }

  /** Returns what follows when people have answered an alert. */
  private String nothingMore() {
    return parts.request().requester() == RequesterKind.ALERT
        ? " " + IncidentCourse.NOTHING_MORE
        : "";
  }

  /** Returns how people are asked again; whoever starts an operation does not approve it. */
  private String askedAgain(Question question) {
    return parts.request().requester() == RequesterKind.ALERT
        ? parts
            .request()
            .askedAgainAfter()
            .map(
                pause ->
                    "Asked again at "
                        + UtcTime.minute(Timers.now().plus(pause))
                        + " UTC, with fresh facts, while the alert fires.")
            .orElse("Its incident asks again by itself, with fresh facts, while the alert fires.")
        : "To be asked again, start it again"
            + (question.needed().requesterCounts()
                ? "."
                : "; whoever starts it does not approve it.");
  }

  private Optional<RoundOutcome> ended(Phase phase, String because) {
    progress.end(index, Progress.FAILED, because);
    return Optional.of(new Ended(new End(phase, because)));
  }

  static String who(Approval approval) {
    return approval.decisions().isEmpty()
        ? "nobody needed to be asked"
        : String.join(", ", approval.decisions().stream().map(Decision::who).toList());
  }

  private Approval asked() {
    return progress.lastApproval().orElseThrow();
  }
}
