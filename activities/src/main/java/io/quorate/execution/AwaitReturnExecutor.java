package io.quorate.execution;

import io.quorate.cluster.ClusterView;
import io.quorate.port.Failure;
import io.quorate.step.AwaitReturn;
import java.time.Duration;
import java.util.Optional;

/** Looks twice a minute whether enough voters can come back, for as long as that takes. */
final class AwaitReturnExecutor implements StepExecutor<AwaitReturn> {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(30);

  @Override
  public Optional<String> execute(AwaitReturn step, StepContext context) {
    return Optional.of(context.polling(BETWEEN_LOOKS).untilKnown(() -> reached(step, context)));
  }

  private static Optional<String> reached(AwaitReturn step, StepContext context) {
    try {
      ClusterView view = context.lookAgain();
      context.attempt().progress("waiting: " + AwaitReturn.waitsFor(view));
      return step.reached(view);
    } catch (Failure.Transient | Failure.NotYet passing) {
      context.attempt().progress("could not look: " + passing.getMessage());
      return Optional.empty();
    }
  }
}
