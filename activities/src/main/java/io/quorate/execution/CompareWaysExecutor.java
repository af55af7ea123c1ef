package io.quorate.execution;

import io.quorate.cluster.MemberStatus;
import io.quorate.port.Failure;
import io.quorate.step.Moves.CompareWays;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/** Looks at the leader's log twice, and says which way of a migration is better. */
final class CompareWaysExecutor implements StepExecutor<CompareWays> {
  @Override
  public Optional<String> execute(CompareWays step, StepContext context) {
    long start = System.nanoTime();
    long before = written(context.lookAgain());
    context.attempt().progress("measuring how much is written");
    context.pause(CompareWays.MEASURED);
    ClusterView view = context.lookAgain();
    double seconds = Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0;
    double perSecond = Math.max(0, written(view) - before) / seconds;
    return Optional.of(step.weighed(view, OptionalDouble.of(perSecond)));
  }

  private static long written(ClusterView view) {
    return view.leader()
        .flatMap(Member::status)
        .map(MemberStatus::raftIndex)
        .orElseThrow(() -> new Failure.NotYet("there is no leader at this moment"));
  }
}
