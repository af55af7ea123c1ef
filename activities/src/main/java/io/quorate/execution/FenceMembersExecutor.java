package io.quorate.execution;

import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.step.Holds.FenceMembers;
import io.quorate.step.Holds.HoldMember;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/**
 * Holds all members of the step at the same time, each on its host, but those that are held
 * already. All are tried before a failure counts.
 */
final class FenceMembersExecutor implements StepExecutor<FenceMembers> {
  @Override
  public Optional<String> execute(FenceMembers step, StepContext context) {
    RecordUpdate.rememberFiles(context.ports(), context.view());
    List<MemberName> open =
        step.members().stream()
            .filter(member -> new HoldMember(member).isDone(context.view()).isEmpty())
            .toList();
    List<Failure> failures = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<? extends Future<?>> holds =
          open.stream().map(member -> threads.submit(() -> hold(member, context))).toList();
      for (Future<?> hold : holds) {
        await(hold).ifPresent(failures::add);
      }
    }
    if (!failures.isEmpty()) {
      throw failed(failures, open.size());
    }
    return Optional.empty();
  }

  private static void hold(MemberName member, StepContext context) {
    context.ports().workloads().hold(member, context.permit());
  }

  /**
   * Joins the failures of a step that holds members. Where some members are held, the failure has
   * an open outcome, so that no reader takes the step for one that changed nothing.
   */
  private static Failure failed(List<Failure> failures, int tried) {
    Failure first = failures.getFirst();
    failures.stream().skip(1).forEach(first::addSuppressed);
    return failures.size() == tried
        ? first
        : new Failure.Unknown(
            "%d of %d members are held, the others not: %s"
                .formatted(
                    tried - failures.size(),
                    tried,
                    failures.stream().map(Failure::getMessage).collect(Collectors.joining("; "))),
            first);
  }

  private static Optional<Failure> await(Future<?> hold) {
    try {
      hold.get();
      return Optional.empty();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new Failure.Transient("this attempt is over", interrupted);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof Failure failure) {
        return Optional.of(failure);
      }
      throw new IllegalStateException("a hold failed with what no port may throw", failed);
    }
  }
}
