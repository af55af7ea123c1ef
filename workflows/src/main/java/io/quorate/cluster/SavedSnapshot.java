package io.quorate.cluster;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A snapshot file whose SHA-256 was checked, or for one without etcd's own taken when it was saved.
 *
 * @param file its name in the snapshot store
 * @param atLeast the revision seen before it was saved: the file holds this one or a later one
 * @param raftTerm the term seen before it was saved
 * @param salvage where it comes from when it was made of a stopped member's data; empty for one
 *     that a member gave, and in values stored before anything was salvaged
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

  /** A snapshot that a member gave. */
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

  /** Whether the file ends with etcd's own SHA-256, which a restore checks. */
  public Salvage.Trailer trailer() {
    return salvage.map(Salvage::trailer).orElse(Salvage.Trailer.PRESENT);
  }
}
