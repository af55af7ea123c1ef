package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import java.util.Optional;

/**
 * Starts a stopped member with its data, and for this one run with {@code ETCD_SNAPSHOT_COUNT=100}
 * in the environment of the process, so that {@link AwaitRaftSnapshot} need not wait for 10,000
 * writes (docs/etcd.md#v2-requests).
 *
 * @param beyond the raft index from which on its snapshot is new enough
 */
public record ResumeToSnapshot(MemberName member, long beyond) implements ActivityStep {
  /** Number of entries between two raft snapshots in this run. */
  public static final int SNAPSHOT_COUNT = 100;

  @Override
  public String sentence() {
    return "Start " + member + " with its data, to take a raft snapshot";
  }

  @Override
  public boolean startsOnData() {
    return true;
  }

  @Override
  public Optional<MemberName> host() {
    return Optional.of(member);
  }

  @Override
  public Hazard hazard() {
    return Hazard.REVERSIBLE;
  }

  @Override
  public Budget budget() {
    return resume().budget();
  }

  @Override
  public Budget budget(ClusterView view) {
    return resume().budget(view);
  }

  private ResumeMember resume() {
    return new ResumeMember(member);
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return Preconditions.raftSnapshot(view, member, beyond).or(() -> resume().isDone(view));
  }

  @Override
  public ClusterView project(ClusterView view) {
    return resume().project(view);
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return resume().mayRun(view);
  }
}
