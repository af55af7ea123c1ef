package io.quorate.workflow;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.DatedMemory;
import java.time.Duration;

/**
 * Order for looks at a cluster until its trouble changes.
 *
 * @param before what the last look remembers
 * @param trouble the known trouble, as {@link Diagnosed#trouble}; the watch ends when a look
 *     differs
 * @param looksSoon how many looks follow closely on each other before the watch slows down
 * @param limit how long the watch lasts when nothing changes
 */
public record DiagnosisWatch(
    ClusterKey cluster, DatedMemory before, String trouble, int looksSoon, Duration limit) {}
