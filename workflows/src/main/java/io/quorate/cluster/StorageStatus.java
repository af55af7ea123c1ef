package io.quorate.cluster;

import java.util.Optional;

/**
 * A member's storage: on-disk format, downgrade under way, and quota. Up to 3.5 etcd's {@code
 * Status} has none of these; the quota then comes from the metrics (docs/etcd.md#signals).
 *
 * @param storageVersion the minor line of the on-disk format, such as 3.6; empty up to 3.5
 * @param downgradeTo the minor line a downgrade is enabled for, such as 3.5; empty when none is,
 *     and up to 3.5 even then
 * @param quotaBytes how large its database may grow before NOSPACE is raised; 0 when that could not
 *     be read, or there is no limit: {@link #quota} tells these apart
 * @param unlimited whether there is no limit; empty where that could not be read
 * @param upkeep what was done to its database; empty when its metrics could not be read
 */
public record StorageStatus(
    Optional<String> storageVersion,
    Optional<String> downgradeTo,
    long quotaBytes,
    Optional<Boolean> unlimited,
    Optional<MaintenanceCounters> upkeep) {
  /** A status of which nothing is known. */
  public static final StorageStatus UNKNOWN =
      new StorageStatus(Optional.empty(), Optional.empty(), new Quota.NotRead());

  /** Throws {@link IllegalArgumentException} for a negative quota. */
  public StorageStatus {
    if (quotaBytes < 0) {
      throw new IllegalArgumentException("a quota cannot be " + quotaBytes + " bytes");
    }
  }

  /** A status with this quota, without anything from metrics. */
  public StorageStatus(Optional<String> storageVersion, Optional<String> downgradeTo, Quota quota) {
    this(
        storageVersion,
        downgradeTo,
        quota instanceof Quota.Limited limited ? limited.bytes() : 0,
        Optional.of(true).filter(any -> quota instanceof Quota.Unlimited),
        Optional.empty());
  }

  /** How large its database may grow, where that was read. */
  public Quota quota() {
    return Quota.told(unlimited.orElse(false) ? -1 : quotaBytes);
  }

  /** The status with another storage version. */
  public StorageStatus storing(String line) {
    return new StorageStatus(
        storageVersion.map(any -> line), downgradeTo, quotaBytes, unlimited, upkeep);
  }

  /** The status with a downgrade to this line, or none. */
  public StorageStatus goingTo(Optional<String> line) {
    return new StorageStatus(storageVersion, line, quotaBytes, unlimited, upkeep);
  }

  /** The status with what the metrics tell where {@code Status} does not. */
  public StorageStatus completed(MemberMetrics metrics) {
    StorageStatus told =
        quota() instanceof Quota.NotRead
            ? new StorageStatus(storageVersion, downgradeTo, metrics.quota())
            : this;
    return new StorageStatus(
        told.storageVersion, told.downgradeTo, told.quotaBytes, told.unlimited, metrics.upkeep());
  }
}
