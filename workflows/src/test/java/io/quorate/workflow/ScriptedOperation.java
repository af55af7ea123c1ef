package io.quorate.workflow;

import io.quorate.operation.IncidentNames;
import io.quorate.operation.OperationEnd;
import io.quorate.operation.OperationRequest;
import io.temporal.common.converter.EncodedValues;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.DynamicWorkflow;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.Optional;

/** Operations that end in ways of their own, for tests of the incident that starts them. */
abstract class ScriptedOperation implements DynamicWorkflow {
  /** Nobody answers its question for four hours. */
  public static final class Expiring extends ScriptedOperation {
    @Override
    public Object execute(EncodedValues arguments) {
      OperationRequest request = arguments.get(0, OperationRequest.class);
      Workflow.sleep(Duration.ofHours(4));
      String id = OperationRequest.operationId(request.cluster(), Workflow.getInfo().getRunId());
      OperationEnd end = new OperationEnd(id, "EXPIRED", Optional.of(request.runbook()));
      Workflow.newUntypedExternalWorkflowStub(IncidentNames.workflowId(request.cluster()))
          .signal(IncidentNames.OPERATION_ENDED, end);
      return end;
    }
  }

  /** It is closed without word, as one that is terminated. */
  public static final class Failing extends ScriptedOperation {
    @Override
    public Object execute(EncodedValues arguments) {
      throw ApplicationFailure.newFailure("it cannot be carried out", "Broken");
    }
  }
}
