package io.quorate.snapshots;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.Incarnation;
import io.quorate.port.ClusterRecords;
import io.quorate.port.ComparisonResults;
import io.quorate.port.SnapshotCatalogue;
import io.quorate.port.SnapshotStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Everything that is kept at one place outside of etcd: snapshots, their catalogue, cluster records
 * and comparisons, in a directory or in S3.
 */
public record SnapshotPlace(
    SnapshotStore store,
    SnapshotCatalogue catalogue,
    ClusterRecords records,
    ComparisonResults comparisons) {

  /** The place in a directory of this machine. */
  public static SnapshotPlace in(Path directory, Clock clock) {
    StoreDirectory store = new StoreDirectory(directory);
    return new SnapshotPlace(
        new DirectorySnapshots(store, clock),
        new DirectoryCatalogue(directory),
        new DirectoryRecords(store, clock),
        new DirectoryComparisons(store));
  }

  /** The place in S3. The bucket is asked when something is first needed of it. */
  public static SnapshotPlace in(S3Bucket bucket, Clock clock) {
    ClusterRecords records =
        new GenerationRecords(cluster -> new S3Store(bucket, cluster.value(), "record"), clock);
    Map<ClusterKey, Shelf> shelves = new ConcurrentHashMap<>();
    Function<ClusterKey, Shelf> shelf =
        key ->
            shelves.computeIfAbsent(
                key, any -> new S3Shelf(bucket, key, () -> incarnations(records, key)));
    return new SnapshotPlace(
        new Shelves(shelf, clock),
        new ShelfCatalogue(shelf),
        records,
        new S3Comparisons(bucket, clock));
  }

  private static Set<ClusterId> incarnations(ClusterRecords records, ClusterKey cluster) {
    return records.read(cluster).record().stream()
        .flatMap(record -> record.incarnations().stream())
        .map(Incarnation::clusterId)
        .collect(Collectors.toUnmodifiableSet());
  }
}
