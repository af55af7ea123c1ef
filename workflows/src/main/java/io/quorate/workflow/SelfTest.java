package io.quorate.workflow;

import io.temporal.workflow.Workflow;

/** One self-test. A second worker begins it anew where the first one dies. */
public final class SelfTest implements SelfTestWorkflow {
  private final SelfTestActivities activities =
      Workflow.newActivityStub(SelfTestActivities.class, Timeouts.selfTest());

  @Override
  public void run() {
    activities.pass();
  }
}
