package io.quorate.gateway.http;

import io.quorate.cluster.ClusterKey;
import io.quorate.plan.Prescription;
import io.quorate.runbook.Options;

/** Looks at a cluster and asks a runbook, before anything is started. */
public interface Assessor {
  /**
   * What the runbook would prescribe now. The gateway gives it 30 s; every look has its own
   * deadlines.
   *
   * @param runbook a known one, with options it knows
   */
  Prescription prescribe(ClusterKey cluster, String runbook, Options options);
}
