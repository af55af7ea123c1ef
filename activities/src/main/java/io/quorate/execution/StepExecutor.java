package io.quorate.execution;

import io.quorate.step.Step;
import java.util.Optional;

/**
 * Brings about the effect of one kind of step once the guard has allowed it. An executor acts once;
 * a later attempt may run it again at any point. The template reads back whether the effect is
 * there.
 *
 * @param <S> the step it executes
 */
@FunctionalInterface
public interface StepExecutor<S extends Step> {

  /**
   * Collects evidence that must exist before the guard is asked and that takes longer than a permit
   * lasts, such as whether voters have equal data. The template observes and asks the guard again
   * afterwards. Throws a {@link io.quorate.port.Failure} when the step must not run.
   *
   * @return the evidence, handed on as {@link StepContext#prepared}; empty when none is needed
   */
  default Optional<String> prepare(S step, Preparation preparation) {
    return Optional.empty();
  }

  /**
   * Executes the step. Throws a {@link io.quorate.port.Failure}.
   *
   * @return the evidence, for a step that proves its own effect; empty when the template has to
   *     look until the step's {@code isDone} holds
   */
  Optional<String> execute(S step, StepContext context);
}
