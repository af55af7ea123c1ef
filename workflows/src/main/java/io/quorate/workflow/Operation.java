package io.quorate.workflow;

import io.quorate.approval.Approval;
import io.quorate.cluster.ObservationMemory;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.SignalExternalWorkflowException;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * One operation: asks the runbook, has the plan approved, carries it out, and asks again, until the
 * runbook has nothing left to do. It decides nothing about etcd.
 */
final class Operation {
  private final OperationRequest request;
  private final Journal journal;
  private final Desk desk;
  private final Looking looking;
  private Map<String, List<String>> options;

  Operation(OperationRequest request, Journal journal, Desk desk) {
    this.request = request;
    this.journal = journal;
    this.desk = desk;
    this.looking = new Looking(request);
    this.options = request.options();
  }

  OperationState run() {
    journal.open();
    End end;
    try {
      Assessment first = looking.look(options, ObservationMemory.NONE);
      if (first.channel() == Assessment.Channel.CONFIGURED) {
        tellPeople();
      }
      end = rounds(first);
    } catch (ActivityFailure failure) {
      tellPeople();
      end =
          new End(
              Phase.STOPPED,
              "The cluster could not be looked at: "
                  + Reasons.of(failure)
                  + ". "
                  + journal.whatStays());
    }
    journal.lastApproval().ifPresent(asked -> journal.replaceLastApproval(closed(asked)));
    journal.enter(end.phase(), journal.withWhatWasLeftOut(end.because()));
    tellIncident();
    Workflow.await(Timeouts.LAST_WORDS, Workflow::isEveryHandlerFinished);
    return journal.state();
  }

  private void tellPeople() {
    Notifier.ofOperation(request.cluster(), journal.operation());
  }

  /** How an operation ends, and why. */
  record End(Phase phase, String because) {}

  private End rounds(Assessment first) {
    Assessment assessment = first;
    String news = "";
    for (int round = 1; round <= Timeouts.ROUNDS; round++) {
      assessment = settle(assessment);
      boolean nothingLeft = assessment.prescription() instanceof NothingToDo;
      if (desk.aborted().isPresent() && !nothingLeft) {
        return aborted(desk.aborted().get(), news);
      }
      if (!(assessment.prescription() instanceof Plan plan)) {
        return withoutPlan(assessment, round, news);
      }
      options = plan.request();
      journal.planned(round, plan, assessment);
      Round.Outcome outcome = new Round(plan, round, request, journal, desk, looking).carryOut();
      switch (outcome) {
        case Round.Done done -> news = " " + done.evidence();
        case Round.Changed changed -> {
          news = " " + changed.difference();
          journal.notice("change", "Prescribed anew: " + changed.difference());
        }
        case Round.Ended ended -> {
          return ended.end();
        }
      }
      journal.enter(Phase.ASSESSING, "looking at the cluster again." + news);
      assessment = looking.look(options, ObservationMemory.NONE);
    }
    return new End(
        Phase.STOPPED, "After " + Timeouts.ROUNDS + " rounds there is still something to do.");
  }

  private End aborted(Request by, String news) {
    return new End(Phase.ABORTED, Round.who(by) + news + " " + journal.whatStays());
  }

  private End withoutPlan(Assessment assessment, int round, String news) {
    return switch (assessment.prescription()) {
      case NothingToDo nothing ->
          journal.changedSomething()
              ? new End(Phase.COMPLETED, nothing.because() + news)
              : new End(Phase.NOT_NEEDED, nothing.because() + news);
      case NotYet later -> refused(round, "Not in time: " + later.because(), news);
      case Refusal refusal -> refused(round, refusal.because(), news);
      case Plan plan -> throw new IllegalStateException("a plan is carried out: " + plan.title());
    };
  }

  private static End refused(int round, String because, String news) {
    return round == 1 ? new End(Phase.REFUSED, because) : new End(Phase.STOPPED, because + news);
  }

  /** Waits for facts that need time, and looks again; gives up after a limit. */
  private Assessment settle(Assessment first) {
    Assessment assessment = first;
    Instant limit = Journal.now().plus(Timeouts.ASSESSING);
    while (assessment.prescription() instanceof NotYet later
        && desk.aborted().isEmpty()
        && Journal.now().isBefore(limit)) {
      journal.enter(Phase.ASSESSING, later.because());
      Workflow.await(pause(later.until()), () -> desk.aborted().isPresent());
      assessment = looking.look(options, assessment.remembered());
    }
    return assessment;
  }

  /**
   * At least a second, so that a time in the past is no busy loop; at most five, to see changes.
   */
  private static Duration pause(Instant until) {
    Duration left = Duration.between(Journal.now(), until);
    if (left.compareTo(Duration.ofSeconds(1)) < 0) {
      return Duration.ofSeconds(1);
    }
    return left.compareTo(Duration.ofSeconds(5)) > 0 ? Duration.ofSeconds(5) : left;
  }

  private static Approval closed(Approval asked) {
    return asked.isOpen() ? asked.voided() : asked;
  }

  /** The incident of the cluster may wait for it; there need not be one. */
  private void tellIncident() {
    try {
      Workflow.newUntypedExternalWorkflowStub(IncidentNames.workflowId(request.cluster()))
          .signal(IncidentNames.OPERATION_ENDED, journal.operation());
    } catch (SignalExternalWorkflowException | TemporalFailure nobody) {
      Workflow.getLogger(Operation.class).debug("no incident waits for {}", journal.operation());
    }
  }
}
