package io.quorate.wire;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.SavedSnapshot;
import io.quorate.cluster.StableName;
import io.quorate.port.KeptSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Output of {@code quorate snapshots -o json}: snapshots, the newest first.
 *
 * @param at when the directory was looked at
 */
public record SnapshotsJson(
    String cluster, String directory, Instant at, List<SnapshotJson> snapshots) {
  public SnapshotsJson {
    snapshots = List.copyOf(snapshots);
  }

  /**
   * One snapshot file; values that its catalogue entry does not tell are null.
   *
   * @param revisionAtLeast revision seen before the snapshot was saved; the file holds this
   *     revision or a later one
   * @param clusterId id of the etcd cluster that the snapshot was taken from; another id means
   *     another lineage
   * @param sizeBytes size of the file now; null when the file is gone
   * @param verification {@code when-saved}, {@code now}, {@code no}, {@code broken}, {@code
   *     missing}
   * @param problem why the file must not be restored as it is
   */
  public record SnapshotJson(
      String file,
      Optional<Instant> savedAt,
      Optional<Long> ageSeconds,
      Optional<Long> revisionAtLeast,
      Optional<Long> raftTerm,
      Optional<String> clusterId,
      Optional<String> sourceMember,
      Optional<String> etcdVersion,
      Optional<Long> sizeBytes,
      Optional<String> sha256,
      String verification,
      Optional<String> problem) {
    static SnapshotJson of(KeptSnapshot kept, Instant now) {
      Optional<SavedSnapshot> saved = kept.saved();
      return new SnapshotJson(
          kept.file(),
          saved.map(SavedSnapshot::savedAt),
          saved.map(one -> Duration.between(one.savedAt(), now).toSeconds()),
          saved.map(one -> one.atLeast().value()),
          saved.map(SavedSnapshot::raftTerm),
          saved.map(one -> one.clusterId().toString()),
          saved.map(one -> one.source().value()),
          saved.map(one -> one.version().toString()),
          kept.sizeBytes(),
          saved.map(SavedSnapshot::sha256),
          StableName.of(kept.verification()),
          kept.problem());
    }
  }

  public static SnapshotsJson of(
      ClusterKey cluster, String directory, Instant now, List<KeptSnapshot> kept) {
    return new SnapshotsJson(
        cluster.value(),
        directory,
        now,
        kept.stream().map(one -> SnapshotJson.of(one, now)).toList());
  }

  /** Whether a file is not what was saved, or is gone. */
  public boolean hasBroken() {
    return snapshots.stream()
        .anyMatch(
            one -> one.verification().equals("broken") || one.verification().equals("missing"));
  }
}
