package io.quorate.gateway.http;

import io.quorate.client.OperationsWatch;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One check of {@code /readyz}.
 *
 * @param gates whether a failed check makes the process not ready; other checks are only reported
 * @param problem what is wrong, in a sentence; empty when all is well. May block until the
 *     deadline, and may throw
 */
public record Check(String name, boolean gates, Supplier<Optional<String>> problem) {
  /** Source of whether the worker of this process polls its task queue. */
  public interface Polling {
    boolean polling();
  }

  /** Creates the check of runs whose workflow task fails, which are reported and do not gate. */
  static Check failingRuns(OperationsWatch watch) {
    return new Check(
        "workflowTasks",
        false,
        () ->
            watch.troubles().isEmpty()
                ? Optional.empty()
                : Optional.of(String.join(" ", watch.troubles())));
  }

  /** Creates the check that the worker polls. */
  public static Check worker(Polling worker) {
    return new Check(
        "worker",
        true,
        () -> worker.polling() ? Optional.empty() : Optional.of("The worker does not poll."));
  }
}
