package io.quorate.configuration;

import io.quorate.snapshot.BackupPolicy;
import io.quorate.snapshot.Retention;
import java.time.Duration;
import java.util.Optional;

/**
 * Backups of one cluster.
 *
 * @param every the time between two; empty: no schedule
 * @param keep which snapshots stay; empty: all of them, for ever
 * @param drillWithin the age at which a restore on trial is due again; empty: 8 days, where backups
 *     are scheduled or there was one
 */
public record BackupSettings(
    Optional<Duration> every, Optional<Retention> keep, Optional<Duration> drillWithin) {
  /** No schedule, nothing is removed, and no drill is asked for. */
  public static final BackupSettings NONE =
      new BackupSettings(Optional.empty(), Optional.empty(), Optional.empty());

  /** How old the last backup and the last restore on trial may be. */
  public BackupPolicy policy() {
    return new BackupPolicy(every, drillWithin);
  }
}
