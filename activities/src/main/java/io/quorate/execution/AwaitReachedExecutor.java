package io.quorate.execution;

import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.step.Addresses.AwaitReached;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/** Reads the metrics of all other members until each has a connection with the moved one. */
final class AwaitReachedExecutor implements StepExecutor<AwaitReached> {
  /** etcd dials a peer that it does not reach every 100 ms, and gives a dial 5 s. */
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  @Override
  public Optional<String> execute(AwaitReached step, StepContext context) {
    AtomicReference<Optional<String>> last = new AtomicReference<>(Optional.empty());
    Optional<String> evidence =
        context
            .polling(BETWEEN_LOOKS)
            .within(
                LIMIT,
                () -> {
                  ClusterView view = context.lookAgain();
                  Optional<String> missing = step.missing(view, metrics(step, view, context));
                  last.set(missing);
                  missing.ifPresent(context.attempt()::progress);
                  return missing.isPresent() ? Optional.empty() : Optional.of(evidence(step, view));
                });
    if (evidence.isEmpty()) {
      throw new Failure.Transient(
          Objects.requireNonNull(last.get()).orElse("nobody looked whether the others reach it"));
    }
    return evidence;
  }

  private static String evidence(AwaitReached step, ClusterView view) {
    List<MemberName> others = step.others(view);
    return others.isEmpty()
        ? "nobody else is there to reach " + step.member()
        : MemberName.inWords(others)
            + (others.size() == 1 ? " reaches " : " reach ")
            + step.member()
            + ", listed at "
            + step.url();
  }

  private static Map<MemberName, MemberMetrics> metrics(
      AwaitReached step, ClusterView view, StepContext context) {
    Map<MemberName, MemberMetrics> read = new TreeMap<>();
    for (MemberName other : step.others(view)) {
      try {
        read.put(other, context.maintenance().peers(other));
      } catch (Failure unread) {
        context.attempt().progress(String.valueOf(unread.getMessage()));
      }
    }
    return read;
  }
}
