package io.quorate.execution;

import io.quorate.port.Workloads;
import io.quorate.step.Stops.EndSurvivor;
import io.quorate.workload.Trap;
import java.util.Optional;

/**
 * Stops a member that runs without quorum. Its platform may try to take it out of the membership
 * then; without quorum nobody is taken out, and people have read what else its end does.
 */
final class EndSurvivorExecutor implements StepExecutor<EndSurvivor> {
  @Override
  public Optional<String> execute(EndSurvivor step, StepContext context) {
    RecordUpdate.rememberFiles(context.ports(), context.view());
    Workloads workloads = context.ports().workloads();
    boolean trapped =
        context
            .view()
            .member(step.member())
            .flatMap(member -> member.workload().trap(Trap.Kind.STOP))
            .isPresent();
    if (trapped) {
      workloads.stopForGood(step.member(), context.permit());
    } else {
      workloads.stop(step.member(), context.permit());
    }
    return Optional.empty();
  }
}
