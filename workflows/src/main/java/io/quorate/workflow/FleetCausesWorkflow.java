package io.quorate.workflow;

import io.quorate.causes.FleetTroubles;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.CauseNames;
import io.quorate.operation.Opaque;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** Common causes of a fleet: hears of troubles from all workers, and tells people of each cause. */
@WorkflowInterface
public interface FleetCausesWorkflow {
  /**
   * Runs for ever.
   *
   * @param before a {@code FleetTroubles} of the run before; nothing in a first run
   */
  @WorkflowMethod(name = CauseNames.TYPE)
  void run(Opaque before);

  /** Takes a {@code TroubledCluster}; a repeated one counts once. */
  @SignalMethod(name = CauseNames.TROUBLED)
  void troubled(Opaque cluster);

  /** Takes a cluster that is well again. */
  @SignalMethod(name = CauseNames.WELL)
  void well(ClusterKey cluster);

  @QueryMethod(name = CauseNames.STATE)
  FleetTroubles state();
}
