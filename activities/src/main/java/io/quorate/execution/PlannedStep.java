package io.quorate.execution;

import io.quorate.cluster.AddedIds;
import io.quorate.plan.Plan;
import io.quorate.step.Step;

/**
 * One step at its place in an approved plan.
 *
 * @param index from 0
 * @param added the ids of members that earlier steps of the plan added
 */
public record PlannedStep(Plan plan, int index, AddedIds added) {

  /** The step with the ids bound that earlier steps brought. */
  Step step() {
    return plan.step(index, added);
  }
}
