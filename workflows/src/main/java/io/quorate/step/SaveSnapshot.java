package io.quorate.step;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.MemberName;
import java.time.Duration;

/**
 * Saves a snapshot of one voter's keys and verifies it (docs/etcd.md#snapshots): before it and
 * after it a linearizable read through the same member, for an isolated member gives a stale
 * snapshot without a word.
 *
 * <p>The only step of this version that may be skipped. No later step reads its file: it protects
 * against what nobody foresees, and a store that is full must not keep a cluster one loss away from
 * losing quorum. It stands before the question, so those who say yes are told that it is missing.
 * Every other step is what a later one builds on: a member that is not held can come back under an
 * id that was removed, data that is not aside stops the start, and an operation that did not verify
 * may not call itself completed.
 */
public record SaveSnapshot(MemberName source) implements ActivityStep {
  @Override
  public String sentence() {
    return "Save a snapshot from " + source + " and verify it";
  }

  /** Which member gives it follows the leader about; nothing depends on it. */
  @Override
  public String material() {
    return "Save a snapshot and verify it";
  }

  /** From whom it is taken does not matter. */
  @Override
  public boolean sameMatterAs(Step other) {
    return other instanceof SaveSnapshot;
  }

  @Override
  public Hazard hazard() {
    return Hazard.OBSERVES;
  }

  @Override
  public Budget budget() {
    return new Budget(Duration.ofMinutes(30), 6);
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return view.member(source).filter(view::isVoting).isPresent()
        ? Verdict.PROCEED
        : new Verdict.NotYet(
            source + " does not take part in the quorum; its snapshot could be stale");
  }

  @Override
  public boolean maySkip() {
    return true;
  }
}
