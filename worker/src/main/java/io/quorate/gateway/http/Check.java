package io.quorate.gateway.http;

import io.quorate.client.OperationsWatch;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One check of {@code /readyz}.
 *
 * @param gates whether the process is not ready without it; other checks are only reported
 * @param problem what is wrong, in a sentence; empty when all is well. May block for a little, and
 *     may throw
 */
public record Check(String name, boolean gates, Supplier<Optional<String>> problem) {
  /** Whether the worker of this process polls its task queue. */
  public interface Polling {
    boolean polling();
  }

  /** The check of runs whose workflow task fails; they are reported and do not gate. */
  static Check failingRuns(OperationsWatch watch) {
    return new Check(
        "workflowTasks",
        false,
        () ->
            watch.troubles().isEmpty()
                ? Optional.empty()
                : Optional.of(String.join(" ", watch.troubles())));
  }

  /** Checks that the worker polls. */
  public static Check worker(Polling worker) {
    return new Check(
        "worker",
        true,
        () -> worker.polling() ? Optional.empty() : Optional.of("The worker does not poll."));
  }
}
