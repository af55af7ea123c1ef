package io.quorate.workflow;

import io.temporal.workflow.Workflow;

/** Workflow of a self-test. Another worker begins the self-test anew after a worker died. */
public final class SelfTest implements SelfTestWorkflow {
  private final SelfTestActivities activities =
      Workflow.newActivityStub(SelfTestActivities.class, Timeouts.selfTest());

  @Override
  public void run() {
    activities.pass();
  }
}
