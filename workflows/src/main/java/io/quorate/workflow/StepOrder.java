package io.quorate.workflow;

import io.quorate.cluster.AddedIds;
import io.quorate.plan.Plan;
import io.quorate.step.Step;

/**
 * The input of a step's activity: the plan as it was approved, and which step of it.
 *
 * @param added ids that earlier steps brought about
 */
public record StepOrder(Plan plan, int index, AddedIds added) {
  public Step step() {
    return plan.step(index, added);
  }
}
