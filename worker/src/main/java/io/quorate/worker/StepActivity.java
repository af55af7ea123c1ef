package io.quorate.worker;

import io.quorate.execution.Guarded;
import io.quorate.execution.PlannedStep;
import io.quorate.execution.StepExecutors;
import io.quorate.observation.Observer;
import io.quorate.operation.OperationRequest;
import io.quorate.plan.StepResult;
import io.quorate.port.ClusterPorts;
import io.quorate.workflow.StepOrder;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.ActivityInfo;
import io.temporal.activity.DynamicActivity;
import io.temporal.common.converter.EncodedValues;
import java.time.Clock;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every step of every plan: the activity type that the Temporal page shows is the step's name. */
final class StepActivity implements DynamicActivity {
  private static final Logger LOG = LoggerFactory.getLogger(StepActivity.class);

  private final Clusters clusters;
  private final Clock clock;

  StepActivity(Clusters clusters, Clock clock) {
    this.clusters = clusters;
    this.clock = clock;
  }

  @Override
  public Object execute(EncodedValues arguments) {
    StepOrder order = arguments.get(0, StepOrder.class);
    ActivityExecutionContext context = Activity.getExecutionContext();
    ActivityInfo info = context.getInfo();
    String operation =
        OperationRequest.operationId(
            order.plan().seen().cluster(), Objects.requireNonNull(info.getRunId()));
    LOG.info("{} {}: attempt {}", operation, order.step().sentence(), info.getAttempt());
    try (BeatingAttempt attempt = new BeatingAttempt(context, operation)) {
      StepResult result = Failures.translated(() -> execute(order, attempt));
      LOG.info("{} {}: {}", operation, result.outcome(), result.evidence());
      return result;
    }
  }

  private StepResult execute(StepOrder order, BeatingAttempt attempt) {
    ClusterPorts ports = clusters.ports(order.plan().seen().cluster());
    Guarded guarded = new Guarded(ports, new Observer(ports, clock), System::nanoTime);
    return StepExecutors.execute(
        guarded, new PlannedStep(order.plan(), order.index(), order.added()), attempt);
  }
}
