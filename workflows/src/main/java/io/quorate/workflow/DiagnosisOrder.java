package io.quorate.workflow;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.DatedMemory;
import io.quorate.operation.Missing;

/**
 * Asks for one look at a cluster and its diagnosis.
 *
 * @param before what the last look remembers
 */
public record DiagnosisOrder(ClusterKey cluster, DatedMemory before) {
  public DiagnosisOrder {
    before = Missing.orElse(before, DatedMemory.NONE);
  }
}
