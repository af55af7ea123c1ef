package io.quorate.gateway.http;

import io.quorate.approval.Approval;
import io.quorate.approval.Decision;
import io.quorate.approval.DecisionAnswer;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.operation.Taken;
import io.temporal.common.converter.EncodedValues;
import io.temporal.workflow.DynamicWorkflow;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.Optional;

/**
 * An operation that stands where the test puts it, answers people, and goes where they send it. Its
 * first stage is the option {@code stage} of its request.
 */
public final class StagedOperation implements DynamicWorkflow {
  /** Messages that operations take, and one of the test. */
  public interface Messages {
    @UpdateMethod(name = OperationNames.DECIDE)
    DecisionAnswer decide(Decision decision);

    @UpdateMethod(name = OperationNames.REQUEST)
    Request.Answer request(Request request);

    @UpdateMethod(name = OperationNames.TAKE)
    Request.Answer take(Taken taken);

    @SignalMethod(name = "stage")
    void stage(String stage);

    @QueryMethod(name = OperationNames.STATE)
    OperationState state();
  }

  @Override
  public Object execute(EncodedValues arguments) {
    Standing standing = new Standing(arguments.get(0, OperationRequest.class));
    Workflow.registerListener(standing);
    Workflow.await(() -> standing.phase.ended());
    return standing.state();
  }

  private static final class Standing implements Messages {
    private final Stages stages;
    private Phase phase;
    private Instant since;
    private Optional<Approval> approval;
    private Optional<Taken> taken = Optional.empty();

    Standing(OperationRequest request) {
      this.stages =
          new Stages(
              request,
              OperationRequest.operationId(
                  request.cluster(), Workflow.getInfo().getFirstExecutionRunId()),
              now());
      this.phase = Phase.ASSESSING;
      this.since = now();
      this.approval = Optional.empty();
      stage(request.options().get("stage").getFirst());
    }

    private static Instant now() {
      return Instant.ofEpochMilli(Workflow.currentTimeMillis());
    }

    @Override
    public void stage(String stage) {
      enter(Phase.valueOf(stage));
      if (phase == Phase.WAITING_FOR_APPROVAL) {
        approval = Optional.of(Approval.of(stages.question(now())));
      }
    }

    private void enter(Phase next) {
      phase = next;
      since = now();
    }

    @Override
    public DecisionAnswer decide(Decision decision) {
      var answered = approval.orElseThrow().decide(decision);
      approval = Optional.of(answered.approval());
      switch (answered.approval().state()) {
        case APPROVED -> enter(Phase.RUNNING);
        case REJECTED -> enter(Phase.REJECTED);
        case OPEN, EXPIRED, VOID -> {}
      }
      return answered.answer();
    }

    @Override
    public Request.Answer request(Request asked) {
      enter(
          switch (asked.verb()) {
            case PAUSE -> Phase.PAUSED;
            case CONTINUE, RETRY, SKIP -> Phase.RUNNING;
            case ABORT -> Phase.ABORTED;
          });
      return new Request.Answer(true, asked.verb().words() + " by " + asked.by() + ".");
    }

    @Override
    public Request.Answer take(Taken now) {
      Request.Answer answer = now.answer(taken, Optional.empty());
      taken = Optional.of(now);
      return answer;
    }

    @Override
    public OperationState state() {
      return stages.state(phase, since, approval, taken);
    }
  }
}
