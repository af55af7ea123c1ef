package io.quorate.gateway;

import io.quorate.approval.Approval;
import io.quorate.approval.Decision;
import io.quorate.approval.DecisionAnswer;
import io.quorate.approval.Question;
import io.quorate.approval.Requirement;
import io.quorate.workflow.OperationNames;
import io.quorate.workflow.OperationRequest;
import io.quorate.workflow.OperationState;
import io.quorate.workflow.Phase;
import io.quorate.workflow.Request;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An operation that asks one question, and ends when it is answered or aborted. */
@WorkflowInterface
public interface ScriptedOperation {
  String DIGEST = "7f3a91c2".repeat(8);

  @WorkflowMethod(name = "MinorityReplace")
  OperationState run(OperationRequest request);

  @UpdateMethod(name = OperationNames.DECIDE)
  DecisionAnswer decide(Decision decision);

  @UpdateMethod(name = OperationNames.REQUEST)
  Request.Answer request(Request request);

  @QueryMethod(name = OperationNames.STATE)
  OperationState state();

  /** Runs it. */
  final class Execution implements ScriptedOperation {
    private final OperationRequest request;
    private final Instant at = Instant.ofEpochMilli(Workflow.currentTimeMillis());
    private Approval approval;
    private Phase phase = Phase.WAITING_FOR_APPROVAL;

    @WorkflowInit
    public Execution(OperationRequest request) {
      this.request = request;
      this.approval =
          Approval.of(
              new Question(
                  operation() + ".1",
                  DIGEST,
                  Requirement.anybody(1),
                  request.requestedBy(),
                  at,
                  at.plusSeconds(3600)));
    }

    @Override
    public OperationState run(OperationRequest unused) {
      Workflow.await(() -> phase.ended());
      return state();
    }

    @Override
    public DecisionAnswer decide(Decision decision) {
      var answered = approval.decide(decision);
      approval = answered.approval();
      phase =
          switch (approval.state()) {
            case OPEN, EXPIRED, VOID -> phase;
            case APPROVED -> Phase.COMPLETED;
            case REJECTED -> Phase.REJECTED;
          };
      return answered.answer();
    }

    @Override
    public Request.Answer request(Request asked) {
      if (asked.verb() == Request.Verb.ABORT) {
        phase = Phase.ABORTED;
      }
      return new Request.Answer(true, asked.verb().words() + " by " + asked.by() + ".");
    }

    @Override
    public OperationState state() {
      return new OperationState(
          operation(),
          request.cluster(),
          request.runbook(),
          request.title(),
          request.requestedBy(),
          at,
          phase,
          "asks one approver",
          at,
          1,
          Optional.of("approvers"),
          Optional.empty(),
          List.of(),
          List.of(approval),
          List.of(),
          List.of());
    }

    private String operation() {
      return OperationRequest.operationId(request.cluster(), Workflow.getInfo().getRunId());
    }
  }
}
