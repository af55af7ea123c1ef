package io.quorate.cluster;

/**
 * What was done to a member's database, from its metrics. Together they tell whether its size is
 * that of its keys: the size in use, which etcd reports, is an old one until something is written
 * or the database is defragmented (docs/etcd.md#nospace).
 *
 * @param compactedAt the revision of the last compaction ({@code
 *     etcd_debugging_mvcc_compact_revision}); -1 where there was none
 * @param defragmentations how often this run of the process was defragmented ({@code
 *     etcd_disk_backend_defrag_duration_seconds_count})
 */
public record Upkeep(long compactedAt, long defragmentations) {}
