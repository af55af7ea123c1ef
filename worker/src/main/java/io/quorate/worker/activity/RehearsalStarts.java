package io.quorate.worker.activity;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.Opaque;
import io.quorate.workflow.RehearsalActivities;
import java.util.function.Function;

/** Starts of scheduled rehearsals. */
public final class RehearsalStarts implements RehearsalActivities {
  private final Function<ClusterKey, String> start;

  /**
   * Creates the activity.
   *
   * @param start starts a cluster's rehearsal, and returns what was done, in a sentence
   */
  public RehearsalStarts(Function<ClusterKey, String> start) {
    this.start = start;
  }

  @Override
  public String start(Opaque written) {
    ClusterKey cluster = Failures.order(written, ClusterKey.class);
    return Failures.translated(() -> start.apply(cluster));
  }
}
