package io.quorate.execution;

import io.quorate.step.Votes.AwaitReturn;
import java.time.Duration;
import java.util.Optional;

/** Looks twice a minute whether enough voters can come back, for as long as that takes. */
final class AwaitReturnExecutor implements StepExecutor<AwaitReturn> {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(30);

  @Override
  public Optional<String> execute(AwaitReturn step, StepContext context) {
    ReturnWatch watch =
        new ReturnWatch(step, context.observer(), context.attempt(), System::nanoTime);
    return Optional.of(context.polling(BETWEEN_LOOKS).untilKnown(watch::reached));
  }
}
