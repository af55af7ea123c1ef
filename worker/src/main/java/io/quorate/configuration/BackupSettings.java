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
  static final String EXAMPLE = "backup: {every: 6h, keep: {last: 28, daily: 7, weekly: 5}}";

  /** The least time between two backups: each one loads a member. */
  private static final Duration LEAST = Duration.ofMinutes(1);

  /** The least age at which a drill may be due again: each one starts three etcd on a host. */
  private static final Duration LEAST_DRILL = Duration.ofHours(1);

  private static final int LAST = 28;
  private static final int DAILY = 7;
  private static final int WEEKLY = 5;

  /** No schedule, nothing is removed, and no drill is asked for. */
  public static final BackupSettings NONE =
      new BackupSettings(Optional.empty(), Optional.empty(), Optional.empty());

  /** How old the last backup and the last restore on trial may be. */
  public BackupPolicy policy() {
    return new BackupPolicy(every, drillWithin);
  }

  static BackupSettings read(Section section) {
    return new BackupSettings(
        section.optional(
            "every", scalar -> atLeast(LEAST, scalar, "a backup loads a member; write 1m or more")),
        section.section("keep", "keep: {last: 28, daily: 7, weekly: 5}", BackupSettings::retention),
        section.optional(
            "drillWithin",
            scalar ->
                atLeast(
                    LEAST_DRILL, scalar, "a drill loads a host; write 1h or more, as in 192h")));
  }

  private static Duration atLeast(Duration least, Scalar scalar, String otherwise) throws Wrong {
    Duration read = ValueParsers.duration(scalar);
    if (read.compareTo(least) < 0) {
      throw new Wrong(otherwise);
    }
    return read;
  }

  private static Retention retention(Section section) {
    return new Retention(
        section.orElse("last", LAST, BackupSettings::last),
        section.orElse("daily", DAILY, ValueParsers::number),
        section.orElse("weekly", WEEKLY, ValueParsers::number));
  }

  private static int last(Scalar scalar) throws Wrong {
    int last = ValueParsers.number(scalar);
    if (last == 0) {
      throw new Wrong("the newest snapshot always stays; write 1 or more");
    }
    return last;
  }
}
