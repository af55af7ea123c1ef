package io.quorate.snapshot;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import java.time.Instant;
import java.util.Optional;

/**
 * A snapshot file whose SHA-256 was checked, or for one without etcd's own taken when it was saved.
 *
 * @param file its name in the snapshot store
 * @param atLeast the revision seen before it was saved: the file holds this one or a later one
 * @param raftTerm the term seen before it was saved
 * @param clusterId the id of the snapshot's cluster; 0 for a {@linkplain #isForeign foreign file},
 *     whose cluster is not known
 * @param source the member that gave the snapshot, or that owned the data; for a foreign file the
 *     names of the members in its pages
 * @param savedAt when the snapshot was saved; for a foreign file when the file was last changed
 * @param salvage where it comes from when it was made of a stopped member's data; empty for one
 *     that a member gave
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
  /**
   * Returns the first eight digits of the file's SHA-256. A token contains these digits, to say
   * which bytes are restored.
   */
  public String bytes() {
    return sha256.substring(0, Math.min(8, sha256.length()));
  }

  /**
   * Returns whether somebody else put the file among the snapshots. The cluster of such a file is
   * not known.
   */
  public boolean isForeign() {
    return salvage.filter(Salvage::isForeign).isPresent();
  }

  /** Whether the file ends with etcd's own SHA-256, which a restore checks. */
  public Salvage.Trailer trailer() {
    return salvage.map(Salvage::trailer).orElse(Salvage.Trailer.PRESENT);
  }
}
