package io.quorate.cluster;

import java.util.Optional;

/**
 * A member's storage: on-disk format, downgrade under way, and quota. Up to 3.5 etcd's {@code
 * Status} has none of these; the quota then comes from the metrics (docs/etcd.md#signals).
 *
 * @param storageVersion the minor line of the on-disk format, such as 3.6; empty up to 3.5
 * @param downgradeTo the minor line a downgrade is enabled for, such as 3.5; empty when none is,
 *     and up to 3.5 even then
 * @param quotaBytes how large its database may grow before NOSPACE is raised; 0 when it is not
 *     reported, or there is no limit
 */
public record StorageStatus(
    Optional<String> storageVersion, Optional<String> downgradeTo, long quotaBytes) {
  /** A status of which nothing is known. */
  public static final StorageStatus UNKNOWN =
      new StorageStatus(Optional.empty(), Optional.empty(), 0);

  /** Throws {@link IllegalArgumentException} for a negative quota. */
  public StorageStatus {
    if (quotaBytes < 0) {
      throw new IllegalArgumentException("a quota cannot be " + quotaBytes + " bytes");
    }
  }

  /** The status with another storage version. */
  StorageStatus storing(String line) {
    return new StorageStatus(storageVersion.map(any -> line), downgradeTo, quotaBytes);
  }

  /** The status with a downgrade to this line, or none. */
  StorageStatus goingTo(Optional<String> line) {
    return new StorageStatus(storageVersion, line, quotaBytes);
  }

  /** The status with this quota where none was reported. */
  StorageStatus orQuota(long bytes) {
    return quotaBytes == 0 ? new StorageStatus(storageVersion, downgradeTo, bytes) : this;
  }
}
