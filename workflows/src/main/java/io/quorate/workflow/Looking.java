package io.quorate.workflow;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.ObservationMemory;
import io.quorate.operation.OperationRequest;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Looks at the cluster of one operation, through the activity that prescribes. */
final class Looking {
  private final OperationRequest request;
  private final AssessmentActivities activities =
      Workflow.newActivityStub(
          AssessmentActivities.class, Timeouts.look("Look at the cluster and prescribe"));

  private ApprovalPolicy policy = ApprovalPolicy.DEFAULT;

  Looking(OperationRequest request) {
    this.request = request;
  }

  Assessment look(Map<String, List<String>> options, ObservationMemory before) {
    return seen(activities.prescribe(order(options, before)));
  }

  /** A look that is called off, and empty, once it takes too long or nobody needs it any more. */
  Optional<Assessment> lookUntil(
      Map<String, List<String>> options,
      ObservationMemory before,
      Duration limit,
      Supplier<Boolean> isOver) {
    List<Promise<Assessment>> running = new ArrayList<>();
    CancellationScope scope =
        Workflow.newCancellationScope(
            () -> running.add(Async.function(activities::prescribe, order(options, before))));
    scope.run();
    Promise<Assessment> look = running.get(0);
    Workflow.await(limit, () -> look.isCompleted() || isOver.get());
    if (!look.isCompleted()) {
      scope.cancel("nobody waits for it");
      return Optional.empty();
    }
    return Optional.of(seen(look.get()));
  }

  private AssessmentOrder order(Map<String, List<String>> options, ObservationMemory before) {
    return new AssessmentOrder(request.cluster(), request.runbook(), options, before);
  }

  private Assessment seen(Assessment assessment) {
    policy = assessment.policy();
    return assessment;
  }

  /** The approval policy at the time of the last look. */
  ApprovalPolicy policy() {
    return policy;
  }
}
