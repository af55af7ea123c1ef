package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import java.time.Duration;

/**
 * Counts the keys below each prefix, so that approvers see who filled the database
 * (docs/etcd.md#nospace): unless the cause is stopped, the alarm is back soon.
 */
public record CountKeys(MemberName from) implements ActivityStep {
  @Override
  public String sentence() {
    return "Count the keys below each prefix on " + from;
  }

  /**
   * The sentence without the member: which one counts depends on who leads, and no step depends on
   * it.
   */
  @Override
  public String material() {
    return "Count the keys below each prefix";
  }

  /** Whether the other step counts keys too, at whichever member. */
  @Override
  public boolean sameMatterAs(Step other) {
    return other instanceof CountKeys;
  }

  @Override
  public Hazard hazard() {
    return Hazard.OBSERVES;
  }

  @Override
  public Budget budget() {
    return new Budget(Duration.ofMinutes(5), 6);
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return view.member(from).filter(view::isVoting).isPresent()
        ? Verdict.PROCEED
        : new Verdict.NotYet(from + " does not vote at this moment");
  }
}
