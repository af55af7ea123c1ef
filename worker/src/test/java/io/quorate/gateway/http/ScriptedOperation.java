package io.quorate.gateway.http;

import io.quorate.approval.Approval;
import io.quorate.approval.Decision;
import io.quorate.approval.DecisionAnswer;
import io.quorate.approval.Question;
import io.quorate.approval.Requirement;
import io.quorate.operation.Briefing;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.operation.StepState;
import io.quorate.operation.Taken;
import io.quorate.step.Hazard;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An operation that asks one question, ends when it is answered or aborted, is continued as new by
 * a request to continue, and asks about the same plan again by a request to retry.
 */
@WorkflowInterface
public interface ScriptedOperation {
  /** Name of who asks for an operation that is over for two seconds before it closes. */
  String REPORTS = "kim";

  String DIGEST = "7f3a91c2".repeat(8);

  @WorkflowMethod(name = "MinorityReplace")
  OperationState run(OperationRequest request);

  @UpdateMethod(name = OperationNames.DECIDE)
  DecisionAnswer decide(Decision decision);

  @UpdateMethod(name = OperationNames.REQUEST)
  Request.Answer request(Request request);

  @UpdateMethod(name = OperationNames.TAKE)
  Request.Answer take(Taken taken);

  @SignalMethod(name = OperationNames.DECIDED)
  void decided(String id, Decision decision);

  @QueryMethod(name = OperationNames.STATE)
  OperationState state();

  /** Runs it. */
  final class Execution implements ScriptedOperation {
    private final OperationRequest request;
    private final Instant at =
        Instant.ofEpochMilli(Workflow.getInfo().getRunStartedTimestampMillis());
    private Approval approval;
    private final List<Approval> earlier = new ArrayList<>();
    private final Map<String, DecisionAnswer> answers = new HashMap<>();
    private boolean continued;
    private Optional<Taken> taken = Optional.empty();
    private Phase phase = Phase.WAITING_FOR_APPROVAL;

    @WorkflowInit
    public Execution(OperationRequest request) {
      this.request = request;
      this.approval = question(1);
    }

    private Approval question(int number) {
      return Approval.of(
          new Question(
              operation() + "." + number,
              DIGEST,
              Requirement.anybody(1),
              request.requestedBy(),
              at,
              at.plusSeconds(3600),
              Optional.of(request.cluster().value())
                  .filter(any -> request.options().containsKey("data-is-lost"))));
    }

    @Override
    public OperationState run(OperationRequest unused) {
      Workflow.await(() -> phase.ended() || continued);
      if (continued) {
        Workflow.continueAsNew(request);
      }
      if (request.requestedBy().equals(REPORTS)) {
        Workflow.sleep(Duration.ofSeconds(2));
      }
      return state();
    }

    @Override
    public DecisionAnswer decide(Decision decision) {
      return once(Workflow.getCurrentUpdateInfo().orElseThrow().getUpdateId(), decision);
    }

    @Override
    public void decided(String id, Decision decision) {
      once(id, decision);
    }

    private DecisionAnswer once(String id, Decision decision) {
      DecisionAnswer before = answers.get(id);
      if (before == null) {
        before = take(decision);
        answers.put(id, before);
      }
      return before;
    }

    private DecisionAnswer take(Decision decision) {
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
    public Request.Answer take(Taken now) {
      Request.Answer answer = now.answer(taken, Optional.empty());
      taken = Optional.of(now);
      return answer;
    }

    @Override
    public Request.Answer request(Request asked) {
      if (asked.verb() == Request.Verb.ABORT) {
        phase = Phase.ABORTED;
      }
      continued = asked.verb() == Request.Verb.CONTINUE;
      if (asked.verb() == Request.Verb.RETRY) {
        earlier.add(approval.voided("etcd-2 was away."));
        approval = question(earlier.size() + 1);
      }
      return new Request.Answer(
          true,
          asked.verb().words()
              + " by "
              + asked.by()
              + (asked.reason().isBlank() ? "" : ": " + asked.reason())
              + asked.place().map(at -> ", at " + at).orElse("")
              + ".");
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
          Optional.of(briefing()),
          steps(),
          Stream.concat(earlier.stream(), Stream.of(approval)).toList(),
          List.of(),
          List.of(),
          List.of(),
          request.requester(),
          Optional.empty(),
          taken,
          Optional.empty());
    }

    private static Briefing briefing() {
      return new Briefing(
          "minority-lost",
          "etcd-1 is lost: its process is gone and its data directory is empty.",
          "Replace etcd-1 of payments",
          DIGEST,
          List.of(
              "MEMBER  ZONE  STATE                       VERSION  REVISION",
              "etcd-0  a     voter, leader               3.6.16   48,211",
              "etcd-1  b     voter, lost since 03:02:11  -        -",
              "etcd-2  c     voter                       3.6.16   48,211"),
          List.of(" 1  Save a snapshot from etcd-2 and verify it   reads"),
          "now 0 · during 0 · after 1",
          "Last snapshot 14 min ago: revision 48,002, verified.",
          "No acknowledged write can be lost while etcd-0 and etcd-2 stay up.",
          List.of("<b>Markup</b> in what hosts say is shown as it is."),
          "Remove member etcd-1 (8e9e05c52164694d)",
          "1 of: oncall",
          Optional.empty(),
          Optional.empty(),
          Optional.of("minority-lost: etcd-1 LOST"));
    }

    private List<StepState> steps() {
      return List.of(
          step("save-snapshot", "Save a snapshot from etcd-2 and verify it", Hazard.OBSERVES, true),
          step("hold-member", "Keep etcd-1 stopped", Hazard.REVERSIBLE, false),
          step("remove-member", "Remove member etcd-1", Hazard.IRREVERSIBLE, false));
    }

    private StepState step(String name, String sentence, Hazard hazard, boolean done) {
      return new StepState(
          name,
          sentence,
          hazard,
          done ? StepState.Progress.DONE : StepState.Progress.PENDING,
          done ? Optional.of(at) : Optional.empty(),
          done ? Optional.of(at.plusSeconds(2)) : Optional.empty(),
          done ? Optional.of("21 MiB, SHA-256 checked") : Optional.empty());
    }

    private String operation() {
      return OperationRequest.operationId(
          request.cluster(), Workflow.getInfo().getFirstExecutionRunId());
    }
  }
}
