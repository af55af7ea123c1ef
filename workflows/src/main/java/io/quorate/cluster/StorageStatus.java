package io.quorate.cluster;

import java.util.Optional;

/**
 * What a member says of its files: which minor may read them, where they are going, and how large
 * they may grow. Up to 3.5 etcd's {@code Status} tells nothing of it; the quota then comes from its
 * metrics (docs/etcd.md#signals).
 *
 * @param storageVersion the minor line of the on-disk format, such as 3.6; empty up to 3.5
 * @param downgradeTo the minor line a downgrade is enabled for, such as 3.5; empty when none is,
 *     and up to 3.5 even then
 * @param quotaBytes how large its database may grow before NOSPACE is raised; 0 when it is not
 *     told, or there is no limit
 */
public record StorageStatus(
    Optional<String> storageVersion, Optional<String> downgradeTo, long quotaBytes) {
  /** Nothing is known. */
  public static final StorageStatus UNKNOWN =
      new StorageStatus(Optional.empty(), Optional.empty(), 0);

  /** Throws {@link IllegalArgumentException} for a negative quota. */
  public StorageStatus {
    if (quotaBytes < 0) {
      throw new IllegalArgumentException("a quota cannot be " + quotaBytes + " bytes");
    }
  }

  /** The same with this line in place of the one it may be read by. */
  StorageStatus storing(String line) {
    return new StorageStatus(storageVersion.map(any -> line), downgradeTo, quotaBytes);
  }

  /** The same with a downgrade to this line, or none. */
  StorageStatus goingTo(Optional<String> line) {
    return new StorageStatus(storageVersion, line, quotaBytes);
  }

  /** The same with this quota where none is told. */
  StorageStatus orQuota(long bytes) {
    return quotaBytes == 0 ? new StorageStatus(storageVersion, downgradeTo, bytes) : this;
  }
}
