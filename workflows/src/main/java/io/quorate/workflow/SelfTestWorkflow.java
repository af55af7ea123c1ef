package io.quorate.workflow;

import io.quorate.operation.SelfTestNames;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** Workflow of one self-test, which lets one worker at a time begin one. */
@WorkflowInterface
public interface SelfTestWorkflow {
  /** Completes where the self-test passes, and fails where it does not. */
  @WorkflowMethod(name = SelfTestNames.TYPE)
  void run();
}
