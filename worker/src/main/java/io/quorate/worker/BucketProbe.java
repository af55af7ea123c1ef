package io.quorate.worker;

import io.quorate.cluster.ClusterKey;
import io.quorate.command.Probe;
import io.quorate.configuration.SnapshotSettings.SnapshotBucket;
import io.quorate.port.Failure;
import io.quorate.snapshots.S3Bucket;
import io.quorate.snapshots.SnapshotPlace;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;

/** Probes whether snapshots of each cluster could be listed and written in S3. */
record BucketProbe(SnapshotBucket settings, Collection<ClusterKey> clusters) implements Probe {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  @Override
  public String name() {
    return "snapshots in s3://" + settings.bucket() + "/" + settings.prefix();
  }

  @Override
  public Optional<String> warning() {
    return settings.warning();
  }

  @Override
  public Optional<String> trouble() {
    try (S3Bucket bucket = new S3Bucket(SnapshotPlaces.s3(settings), LIMIT)) {
      SnapshotPlace place = SnapshotPlace.in(bucket, Clock.systemUTC());
      for (ClusterKey cluster : clusters) {
        place.catalogue().kept(cluster);
        place.store().requireRoomFor(cluster, 0);
      }
      return Optional.empty();
    } catch (Failure trouble) {
      return Optional.of(String.valueOf(trouble.getMessage()));
    }
  }
}
