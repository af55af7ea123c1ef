package io.quorate.plan;

import io.quorate.step.Budget;
import io.quorate.step.Step;
import io.quorate.view.AddedIds;
import java.time.Instant;
import java.util.Optional;

/**
 * One step of an approved plan, with the member ids that earlier steps found out.
 *
 * @param index position in the plan, from 0
 * @param added ids of the members that earlier steps of the plan added
 * @param beginBefore until when the step may change something, if that would be the operation's
 *     first change
 * @param goesOnBefore until when the step may change something, if that would be a later change
 */
public record PlannedStep(
    Plan plan,
    int index,
    AddedIds added,
    Optional<Instant> beginBefore,
    Optional<Instant> goesOnBefore) {
  /** A step without a limit for later changes. */
  public PlannedStep(Plan plan, int index, AddedIds added, Optional<Instant> beginBefore) {
    this(plan, index, added, beginBefore, Optional.empty());
  }

  /** The step with the ids of added members filled in. */
  public Step step() {
    return plan.step(index, added);
  }

  /** The sentence of the step, as the plan has it. */
  public String sentence() {
    return step().sentence(plan.seen());
  }

  /** The budget of the step on the cluster as the plan saw it. */
  public Budget budget() {
    return step().budget(plan.seen());
  }
}
