package io.quorate.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.step.Step;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.step.WorkflowStep.Rehearse;
import io.quorate.step.WorkflowStep.Soak;
import org.junit.jupiter.api.Test;

/** The table of effects against the sealed list of steps. */
class StepExecutorsTest {
  /** A step without an effect would fail in the middle of an approved plan. */
  @Test
  void everyStepHasAnEffectButThoseOfTheWorkflow() {
    assertThat(
            Step.kinds().stream().filter(kind -> !StepExecutors.has(kind.asSubclass(Step.class))))
        .containsExactlyInAnyOrder(AskApproval.class, Soak.class, Rehearse.class);
  }
}
