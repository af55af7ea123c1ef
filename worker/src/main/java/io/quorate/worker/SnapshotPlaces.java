package io.quorate.worker;

import io.quorate.configuration.SecretFile;
import io.quorate.configuration.SnapshotSettings;
import io.quorate.configuration.SnapshotSettings.SnapshotBucket;
import io.quorate.configuration.SnapshotSettings.SnapshotDirectory;
import io.quorate.snapshots.S3Bucket;
import io.quorate.snapshots.S3Settings;
import io.quorate.snapshots.SnapshotPlace;
import java.time.Clock;

/** The place of the snapshots that the configuration names. Opens no connection before its use. */
public final class SnapshotPlaces {
  private SnapshotPlaces() {}

  /** Returns the place of these settings, as seen with this clock. */
  public static SnapshotPlace of(SnapshotSettings settings, Clock clock) {
    return switch (settings) {
      case SnapshotDirectory local -> SnapshotPlace.in(local.directory(), clock);
      case SnapshotBucket bucket -> SnapshotPlace.in(new S3Bucket(s3(bucket)), clock);
    };
  }

  static S3Settings s3(SnapshotBucket bucket) {
    return new S3Settings(
        bucket.bucket(),
        bucket.prefix(),
        bucket.region(),
        bucket.endpoint(),
        bucket.pathStyle(),
        bucket.credentials().map(SecretFile::file),
        bucket.encryption(),
        bucket.macKey().map(SecretFile::file),
        bucket.scratch());
  }
}
