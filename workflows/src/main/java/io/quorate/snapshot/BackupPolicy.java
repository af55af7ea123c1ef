package io.quorate.snapshot;

import java.time.Duration;
import java.util.Optional;

/**
 * How old the last backup of a cluster and its last restore on trial may be, as the configuration
 * says it.
 *
 * @param every the time between two backups; empty: no schedule
 * @param drillWithin the age at which a restore on trial is due again; empty: not said
 */
public record BackupPolicy(Optional<Duration> every, Optional<Duration> drillWithin) {
  /** Nothing is configured. */
  public static final BackupPolicy NONE = new BackupPolicy(Optional.empty(), Optional.empty());

  /** Planned work wants a backup of the last day (docs/etcd.md#planned-work). */
  private static final Duration FRESH = Duration.ofHours(24);

  /** A restore on trial weekly (docs/etcd.md#snapshots), with a day of grace. */
  private static final Duration DRILLED = Duration.ofDays(8);

  /** Backups that may be left out in a row, because an operation was under way. */
  private static final int LEFT_OUT = 2;

  /** How old the last backup may be. */
  public Duration ageOfBackup() {
    return every.map(pause -> pause.multipliedBy(LEFT_OUT)).orElse(FRESH);
  }

  /** How old the last restore on trial may be. */
  public Duration ageOfDrill() {
    return drillWithin.orElse(DRILLED);
  }

  /** Whether restores on trial are asked for: where they are, or where backups are scheduled. */
  public boolean wantsDrills() {
    return every.isPresent() || drillWithin.isPresent();
  }
}
