package io.quorate.snapshots;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.port.ClusterRecords;
import io.quorate.port.ComparisonResults;
import io.quorate.port.KeptReports;
import io.quorate.port.SnapshotCatalogue;
import io.quorate.port.SnapshotStore;
import io.quorate.record.Incarnation;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Everything that is kept at one place outside of etcd: snapshots, their catalogue, cluster
 * records, comparisons and reports of incidents, in a directory or in S3.
 */
public record SnapshotPlace(
    SnapshotStore store,
    SnapshotCatalogue catalogue,
    ClusterRecords records,
    ComparisonResults comparisons,
    KeptReports reports) {

  /** The place in a directory of this machine. */
  public static SnapshotPlace in(Path directory, Clock clock) {
    StoreDirectory store = new StoreDirectory(directory);
    Function<ClusterKey, ObjectStore> files = key -> new FolderStore(store, key, "", clock);
    return new SnapshotPlace(
        new Shelves(key -> ClusterSnapshotStore.inFolder(files.apply(key)), clock),
        catalogue(directory, clock),
        new GenerationRecords(key -> new FolderStore(store, key, "record", clock), clock),
        new Comparisons(files),
        new ReportFiles(key -> new FolderStore(store, key, ReportFiles.FOLDER, clock)));
  }

  /** A catalogue that remembers no folder: one that is gone has no snapshots. */
  private static SnapshotCatalogue catalogue(Path directory, Clock clock) {
    return new ShelfCatalogue(
        key ->
            ClusterSnapshotStore.inFolder(
                new FolderStore(new StoreDirectory(directory), key, "", clock)));
  }

  /** The place in S3. The bucket is asked when something is first needed of it. */
  public static SnapshotPlace in(S3Bucket bucket, Clock clock) {
    ClusterRecords records =
        new GenerationRecords(key -> new S3Store(bucket, clock, key.value(), "record"), clock);
    Optional<EntrySeal> seal = bucket.settings().macKeyFile().map(EntrySeal::new);
    Map<ClusterKey, ClusterSnapshotStore> shelves = new ConcurrentHashMap<>();
    Function<ClusterKey, ClusterSnapshotStore> shelf =
        key ->
            shelves.computeIfAbsent(
                key,
                any ->
                    ClusterSnapshotStore.inBucket(
                        new S3Store(bucket, clock, key.value(), "snapshots"),
                        new ClusterSnapshotStore.Bucket(() -> incarnations(records, key), seal)));
    return new SnapshotPlace(
        new Shelves(shelf, clock),
        new ShelfCatalogue(shelf),
        records,
        new Comparisons(key -> new S3Store(bucket, clock, key.value())),
        new ReportFiles(key -> new S3Store(bucket, clock, key.value(), ReportFiles.FOLDER)));
  }

  private static Set<ClusterId> incarnations(ClusterRecords records, ClusterKey cluster) {
    return records.read(cluster).record().stream()
        .flatMap(record -> record.incarnations().stream())
        .map(Incarnation::clusterId)
        .collect(Collectors.toUnmodifiableSet());
  }
}
