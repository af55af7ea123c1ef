package io.quorate.workflow;

import io.quorate.approval.Decision;
import io.quorate.approval.DecisionAnswer;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationState;
import io.quorate.operation.Request;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.UpdateMethod;

/** Where people reach a running operation. */
public interface OperationDesk {
  /** Takes a decision on the open question; every one is answered, those that do not count too. */
  @UpdateMethod(name = OperationNames.DECIDE)
  DecisionAnswer decide(Decision decision);

  /** Takes a wish: pause, continue, abort, retry, skip. */
  @UpdateMethod(name = OperationNames.REQUEST)
  Request.Answer request(Request request);

  @QueryMethod(name = OperationNames.STATE)
  OperationState state();
}
