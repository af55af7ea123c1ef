package io.quorate.carrier;

import io.quorate.cluster.ClusterView;
import io.quorate.port.Failure;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Looks for as long as nothing may be missing: a member that has just started, or one whose disk
 * has not followed yet, shows what does not last (etcd-runbooks RB-15, RB-16 step 3).
 */
final class SteadyLooks {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  private final Act act;
  private final Function<ClusterView, Optional<String>> missing;

  SteadyLooks(Act act, Function<ClusterView, Optional<String>> missing) {
    this.act = act;
    this.missing = missing;
  }

  /** Throws {@link Failure.NotYet} as soon as something is missing. */
  void last(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() - end < 0) {
      act.pause(BETWEEN_LOOKS);
      missing
          .apply(act.lookAgain())
          .ifPresent(
              what -> {
                throw new Failure.NotYet(what);
              });
      act.attempt().progress("it shows, and has to stay so for " + time.toSeconds() + " s");
    }
  }
}
