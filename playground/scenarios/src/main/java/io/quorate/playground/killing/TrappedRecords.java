package io.quorate.playground.killing;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ClusterRecord;
import io.quorate.port.ClusterRecords;
import io.quorate.step.ReturnToOldCluster;
import io.quorate.step.Step;
import java.util.function.UnaryOperator;

/** The record of the cluster with the trap around its change, which one step consists of. */
record TrappedRecords(ClusterRecords real, TrappedAttempt attempt) implements ClusterRecords {
  /** Whether the record is all that this step changes; others write it beside their effect. */
  static boolean concern(String step) {
    return step.equals(Step.nameOf(ReturnToOldCluster.class));
  }

  @Override
  public String place(ClusterKey cluster) {
    return real.place(cluster);
  }

  @Override
  public Kept read(ClusterKey cluster) {
    return real.read(cluster);
  }

  @Override
  public ClusterRecord note(ClusterKey cluster, UnaryOperator<ClusterRecord> change) {
    return real.note(cluster, change);
  }

  @Override
  public ClusterRecord update(ClusterKey cluster, UnaryOperator<ClusterRecord> change) {
    return attempt.effect(() -> real.update(cluster, change));
  }
}
