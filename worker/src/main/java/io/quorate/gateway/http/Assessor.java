package io.quorate.gateway.http;

import io.quorate.cluster.ClusterKey;
import io.quorate.plan.Prescription;
import io.quorate.runbook.Options;

/** Observation of a cluster and prescription of a runbook, before anything is started. */
public interface Assessor {
  /**
   * Returns what the runbook would prescribe now. The gateway waits 30 s; every observation has its
   * own deadlines.
   *
   * @param runbook a known one, with options it knows
   */
  Prescription prescribe(ClusterKey cluster, String runbook, Options options);
}
