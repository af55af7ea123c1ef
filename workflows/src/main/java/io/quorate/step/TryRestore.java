package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.util.Optional;

/**
 * Restores a snapshot on trial, beside the data of a member and where nobody can reach it, before
 * anybody is asked (docs/etcd.md#restore): a snapshot that cannot be restored is found while
 * everything else is still where it was.
 *
 * @param member on whose host it is tried
 * @param file the snapshot in the store
 * @param bump by how much the revision is raised; 0 for a plain restore
 */
public record TryRestore(MemberName member, String file, long bump) implements ActivityStep {
  @Override
  public String sentence() {
    return "Restore " + file + " on trial on the host of " + member + ", where nobody can reach it";
  }

  @Override
  public Optional<MemberName> host() {
    return Optional.of(member);
  }

  @Override
  public Hazard hazard() {
    return Hazard.OBSERVES;
  }

  @Override
  public Budget budget() {
    return new Budget(Duration.ofHours(1), 4);
  }

  /** The budget with the time that a snapshot of its size takes over a slow network. */
  @Override
  public Budget budget(ClusterView view) {
    return budget().longerBy(HowFar.toTry(view, Optional.of(file)));
  }

  @Override
  public QuorumNeed quorumNeed() {
    return QuorumNeed.RETURNS_VOTES;
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return Verdict.PROCEED;
  }
}
