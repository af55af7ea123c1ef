package io.quorate.cluster;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A snapshot file whose SHA-256 was checked.
 *
 * @param file its name in the snapshot store
 * @param atLeast the revision seen before it was saved: the file holds this one or a later one
 * @param raftTerm the term seen before it was saved
 * @param salvage of which stopped member's data it was made; empty for one that a member with
 *     quorum gave, and in values stored before there was any other
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
    Instant savedAt,
    Optional<Salvage> salvage) {
  public SavedSnapshot {
    salvage = Objects.requireNonNullElse(salvage, Optional.empty());
  }

  /** A snapshot that a member with quorum gave. */
  public SavedSnapshot(
      ClusterKey cluster,
      String file,
      String sha256,
      long sizeBytes,
      Revision atLeast,
      long raftTerm,
      ClusterId clusterId,
      EtcdVersion version,
      MemberName source,
      Instant savedAt) {
    this(
        cluster,
        file,
        sha256,
        sizeBytes,
        atLeast,
        raftTerm,
        clusterId,
        version,
        source,
        savedAt,
        Optional.empty());
  }
}
