package io.quorate.execution;

import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.step.FenceMembers;
import io.quorate.step.HoldMember;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Holds all members of the step at the same time, each on its host, but those that are held
 * already. All are tried; then the first failure counts.
 */
final class FenceMembersExecutor implements StepExecutor<FenceMembers> {
  @Override
  public Optional<String> execute(FenceMembers step, StepContext context) {
    OwnChange.rememberFiles(context.ports(), context.view());
    List<MemberName> open =
        step.members().stream()
            .filter(member -> new HoldMember(member).isDone(context.view()).isEmpty())
            .toList();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<? extends Future<?>> holds =
          open.stream().map(member -> threads.submit(() -> hold(member, context))).toList();
      for (Future<?> hold : holds) {
        await(hold);
      }
    }
    return Optional.empty();
  }

  private static void hold(MemberName member, StepContext context) {
    context.ports().workloads().hold(member, context.permit());
  }

  private static void await(Future<?> hold) {
    try {
      hold.get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new Failure.Transient("this attempt is over", interrupted);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof Failure failure) {
        throw failure;
      }
      throw new IllegalStateException("a hold failed with what no port may throw", failed);
    }
  }
}
