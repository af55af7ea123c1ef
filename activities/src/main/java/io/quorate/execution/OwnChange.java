package io.quorate.execution;

import io.quorate.cluster.ClusterView;
import io.quorate.port.ClusterPorts;
import io.quorate.port.Failure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Membership that Quorate made by itself, written into the record of the cluster at once: a later
 * look does not take it for a member that was forced into a cluster of its own.
 */
final class OwnChange {
  private static final Logger LOG = LoggerFactory.getLogger(OwnChange.class);

  private OwnChange() {}

  /** Records a membership as planned; one that cannot be written undoes no step. */
  static void record(ClusterPorts ports, ClusterView view) {
    try {
      ports
          .records()
          .ifPresent(records -> records.update(ports.cluster(), known -> known.changed(view)));
    } catch (Failure unwritten) {
      LOG.warn(
          "the members of {} are not in its record as they are now: {}",
          ports.cluster(),
          unwritten.getMessage());
    }
  }
}
