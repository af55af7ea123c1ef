package io.quorate.step;

import io.quorate.view.ClusterView;
import java.time.Duration;
import java.util.Optional;

/**
 * Waits until the cluster version, and from 3.6 on the storage version, have followed on all
 * members. etcd moves them within seconds of the last member's start; a member that has just
 * started may report older ones, so two looks 5 s apart have to agree (docs/etcd.md#upgrades).
 *
 * @param line such as 3.6
 */
public record AwaitClusterVersion(String line) implements ActivityStep {
  /** How long the values have to stay the same. */
  public static final Duration STEADY = Duration.ofSeconds(5);

  @Override
  public String sentence() {
    return "Wait until the cluster version is " + line + " on all members";
  }

  @Override
  public Hazard hazard() {
    return Hazard.OBSERVES;
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().clusterVersion(line);
  }

  @Override
  public Budget budget() {
    return new Budget(Duration.ofMinutes(1), 20);
  }

  /** What this view lacks for one of the two looks; empty when it lacks nothing. */
  public Optional<String> missing(ClusterView view) {
    return Preconditions.notShowing(view, line);
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return missing(view).<Verdict>map(Verdict.NotYet::new).orElse(Verdict.PROCEED);
  }
}
