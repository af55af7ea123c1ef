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
   * Executes the step. Throws a {@link io.quorate.port.Failure}.
   *
   * @return the evidence, for a step that is its own proof; empty when the template has to wait
   *     until the step says of a fresh look that it is done
   */
  Optional<String> execute(S step, StepContext context);
}
