package io.quorate.step;

import io.quorate.view.ClusterView;
import java.time.Duration;
import java.util.Optional;

/**
 * Waits until cluster version and storage version show the target of a downgrade on every member,
 * and stay so for 2 s, because members report values that are not on the disk yet
 * (docs/etcd.md#downgrades). No member is stopped earlier: an older etcd on the wrong storage
 * version starts, answers 200 on every health page and refuses every call, and the downgrade cannot
 * be finished safely any more (docs/etcd.md#n-21).
 *
 * @param line such as 3.5
 */
public record AwaitDowngradeReady(String line) implements ActivityStep {
  /** How long the values have to stay the same. */
  public static final Duration STEADY = Duration.ofSeconds(2);

  @Override
  public String sentence() {
    return "Wait until cluster and storage version are " + line + " on all members";
  }

  @Override
  public Hazard hazard() {
    return Hazard.OBSERVES;
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().clusterVersion(line);
  }

  /** Budget of about a minute of tries: etcd needs 0.8 to 4 s, once every member answers. */
  @Override
  public Budget budget() {
    return new Budget(Duration.ofMinutes(1), 15);
  }

  /** What this view lacks for one look of the wait; empty when it lacks nothing. */
  public Optional<String> missing(ClusterView view) {
    return Preconditions.notShowing(view, line);
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return missing(view).<Verdict>map(Verdict.NotYet::new).orElse(Verdict.PROCEED);
  }
}
