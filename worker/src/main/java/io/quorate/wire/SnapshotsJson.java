package io.quorate.wire;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.StableName;
import io.quorate.port.KeptSnapshot;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotContent.KeysOfSource;
import io.quorate.port.SnapshotContent.MemberIn;
import io.quorate.snapshot.SavedSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

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
   * @param revision highest revision in the file; null where it was not read, as by releases before
   *     this one
   * @param keys number of keys at that revision, as the source told when it was saved
   * @param hash {@code HashKV} of the source at that revision, unsigned
   * @param compactRevision compact revision to which that hash belongs
   * @param members names of the members in it; learners too
   * @param learners those of them that were learners
   * @param remarks what whoever restores it has to know, a sentence each
   * @param drill its last restore on trial; null where there was none
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
      Optional<String> problem,
      Optional<Long> revision,
      Optional<Long> keys,
      Optional<Long> hash,
      Optional<Long> compactRevision,
      List<String> members,
      List<String> learners,
      List<String> remarks,
      Optional<DrillReport> drill) {
    static SnapshotJson of(KeptSnapshot kept, Instant now) {
      Optional<SavedSnapshot> saved = kept.saved();
      Optional<SnapshotContent> content = kept.content();
      Optional<KeysOfSource> keys = content.flatMap(SnapshotContent::keys);
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
          kept.problem(),
          content.map(one -> one.revision().value()),
          keys.map(KeysOfSource::count),
          keys.map(one -> Integer.toUnsignedLong(one.hash().hash())),
          keys.map(one -> one.hash().compactedAt().value()),
          members(content, one -> true),
          members(content, MemberIn::learner),
          content.map(SnapshotContent::remarks).orElse(List.of()),
          kept.drill().map(DrillReport::of));
    }

    private static List<String> members(
        Optional<SnapshotContent> content, Predicate<MemberIn> which) {
      return content.map(SnapshotContent::members).orElse(List.of()).stream()
          .filter(which)
          .map(MemberIn::name)
          .toList();
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
