package io.quorate.workflow;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.DatedMemory;
import io.quorate.operation.Missing;
import java.util.Objects;

/**
 * Order for one look at a cluster and its diagnosis.
 *
 * @param before what the last look remembers
 */
public record DiagnosisOrder(ClusterKey cluster, DatedMemory before) {
  public DiagnosisOrder {
    Objects.requireNonNull(cluster, "cluster");
    before = Missing.orElse(before, DatedMemory.NONE);
  }
}
