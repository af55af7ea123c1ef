package io.quorate.configuration;

import io.quorate.cluster.Retention;
import java.time.Duration;
import java.util.Optional;

/**
 * Backups of one cluster.
 *
 * @param every the time between two; empty: no schedule
 * @param keep which snapshots stay; empty: all of them, for ever
 */
public record BackupSettings(Optional<Duration> every, Optional<Retention> keep) {
  /** No schedule, and nothing is removed. */
  public static final BackupSettings NONE = new BackupSettings(Optional.empty(), Optional.empty());
}
