package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.util.Optional;

/**
 * Restores a snapshot on trial, beside the data of a member and where nobody can reach it: once as
 * it is, held against what its source said of its keys, and once with raised revisions, as a
 * recovery would (docs/etcd.md#restore), and joined by a learner, as the other members join then.
 * Only this makes a snapshot verified (docs/etcd.md#n-14).
 *
 * @param member on whose host it is tried
 * @param file the snapshot in the store; empty: the newest one of the cluster as it is now
 * @param bump by how much the revision is raised the second time; 0 where the release on the host
 *     cannot, then it is restored once
 * @param ifBad what follows where the snapshot is not what its entry says, or cannot be tried
 */
public record DrillSnapshot(MemberName member, Optional<String> file, long bump, IfBad ifBad)
    implements ActivityStep {
  /** What follows where a snapshot is not what its entry says, or cannot be tried. */
  public enum IfBad {
    /** It is marked, and the step fails. */
    STOP,
    /** It is marked, and the next older one is tried. */
    NEXT_OLDER,
    /**
     * It is marked, and the step is done with a sentence that says so. The step is also done where
     * the trial cannot be made. Older plans of recoveries ended with such a drill. Today the drill
     * after a recovery is an operation of its own, and no new plan has this value.
     */
    GO_ON
  }

  @Override
  public String sentence() {
    return "Restore "
        + file.orElse(
            ifBad == IfBad.NEXT_OLDER ? "the newest snapshot that is good" : "the newest snapshot")
        + " on trial beside "
        + member
        + ", compare it, and let a learner join it";
  }

  /** The sentence without the place, which no later step depends on. */
  @Override
  public String material() {
    return "Restore " + file.orElse("the newest snapshot") + " on trial";
  }

  @Override
  public boolean sameMatterAs(Step other) {
    return other instanceof DrillSnapshot drill && drill.file.equals(file);
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

  /**
   * The budget with the time in which a large snapshot is fetched, restored twice, copied and
   * hashed.
   */
  @Override
  public Budget budget(ClusterView view) {
    return budget().longerBy(HowFar.toTry(view, file));
  }

  @Override
  public QuorumNeed quorumNeed() {
    return QuorumNeed.RETURNS_VOTES;
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return Verdict.PROCEED;
  }

  /** Only where the cluster was recovered without it, and every attempt at it failed. */
  @Override
  public boolean maySkip() {
    return ifBad == IfBad.GO_ON;
  }

  /** The evidence of a step that goes on without a verified snapshot; empty where it fails. */
  public Optional<String> unverified(String because) {
    return ifBad == IfBad.GO_ON
        ? Optional.of(
            "The cluster serves, and no snapshot of it is verified: %s. backup --verify makes up for it."
                .formatted(because))
        : Optional.empty();
  }
}
