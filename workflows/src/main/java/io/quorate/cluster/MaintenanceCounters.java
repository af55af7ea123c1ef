package io.quorate.cluster;

/**
 * Maintenance counters of a member's database, from the member's metrics. The counters tell whether
 * the reported size in use is current: etcd reports an old size until something is written or the
 * database is defragmented (docs/etcd.md#nospace).
 *
 * @param compactedAt the revision of the last compaction ({@code
 *     etcd_debugging_mvcc_compact_revision}); -1 where there was none
 * @param defragmentations how often this run of the process was defragmented ({@code
 *     etcd_disk_backend_defrag_duration_seconds_count})
 */
public record MaintenanceCounters(long compactedAt, long defragmentations) {}
