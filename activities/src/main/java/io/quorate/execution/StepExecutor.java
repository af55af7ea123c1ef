package io.quorate.execution;

import io.quorate.step.Step;
import java.util.Optional;

/**
 * Brings about the effect of one kind of step, once the guard has said yes. It may be run again at
 * any point: it acts once, and whether the effect is there is read back by the template.
 *
 * @param <S> the step it executes
 */
@FunctionalInterface
public interface StepExecutor<S extends Step> {

  /**
   * Finds out what has to be known before the guard's yes and takes longer than a permit is good
   * for, such as whether voters have the same data. The template observes and asks the guard anew
   * afterwards. Throws a {@link io.quorate.port.Failure} when the step must not run.
   *
   * @return evidence, handed on as {@link StepContext#prepared}; empty when nothing was needed
   */
  default Optional<String> prepare(S step, Preparation preparation) {
    return Optional.empty();
  }

  /**
   * Executes the step. Throws a {@link io.quorate.port.Failure}.
   *
   * @return the evidence, for a step that is its own proof; empty when the template has to wait
   *     until the step says of a fresh look that it is done
   */
  Optional<String> execute(S step, StepContext context);
}
