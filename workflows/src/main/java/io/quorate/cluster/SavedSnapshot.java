package io.quorate.cluster;

import java.time.Instant;

/**
 * A snapshot file whose SHA-256 was checked.
 *
 * @param file its name in the snapshot store
 * @param atLeast the revision seen before it was saved: the file holds this one or a later one
 * @param raftTerm the term seen before it was saved
 */
public record SavedSnapshot(
    ClusterKey cluster,
    String file,
    String sha256,
    long sizeBytes,
    Revision atLeast,
    long raftTerm,
    ClusterId clusterId,
    EtcdVersion version,
    MemberName source,
    Instant savedAt) {}
