package io.quorate.workflow;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.DatedMemory;
import java.time.Instant;
import java.util.Optional;

/**
 * Order for one look at a cluster and its diagnosis.
 *
 * @param before what the last look remembers
 * @param comparing that the data of voters that are whole otherwise is compared too, unless a
 *     comparison after this moment found it equal; empty: it is not compared
 */
public record DiagnosisOrder(ClusterKey cluster, DatedMemory before, Optional<Instant> comparing) {}
