package io.quorate.carrier;

import io.quorate.cluster.Answer;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Member;
import io.quorate.port.Failure;
import io.quorate.step.CompareWays;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/** Looks at the leader's log twice, and says which way is better. */
final class CompareWaysCarrier implements Carrier<CompareWays> {
  @Override
  public Class<CompareWays> step() {
    return CompareWays.class;
  }

  @Override
  public Optional<String> carry(CompareWays step, Act act) {
    long start = System.nanoTime();
    long before = written(act.lookAgain());
    act.attempt().progress("measuring how much is written");
    act.pause(CompareWays.MEASURED);
    ClusterView view = act.lookAgain();
    double seconds = Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0;
    double perSecond = Math.max(0, written(view) - before) / seconds;
    return Optional.of(step.weighed(view, OptionalDouble.of(perSecond)));
  }

  private static long written(ClusterView view) {
    return view.leader()
        .flatMap(Member::answer)
        .map(Answer::raftIndex)
        .orElseThrow(() -> new Failure.NotYet("there is no leader at this moment"));
  }
}
