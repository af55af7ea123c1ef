package io.quorate.snapshot;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How a cluster is protected by snapshots, as the snapshot store and the configuration say it.
 *
 * @param lastDrill the last restore on trial of a snapshot that is kept
 * @param every the time between two backups, as the configuration has it; empty: no schedule
 * @param bad snapshots of which a restore on trial showed that they are not what their entries say,
 *     the newest first
 * @param unread why the snapshots could not be listed, in words; empty where they could
 * @param drillWithin how old a restore on trial may be, as the configuration has it; empty where it
 *     does not say so
 * @param gone the last snapshot that the record has, where the store has none at all that could be
 *     restored
 * @param clock how far the store's clock is from that of this machine, in words; empty where they
 *     agree
 */
public record Protection(
    Optional<Drill> lastDrill,
    Optional<Duration> every,
    List<String> bad,
    Optional<String> unread,
    Optional<Duration> drillWithin,
    Optional<SavedSnapshot> gone,
    Optional<String> clock) {
  /** Nothing is known of it. */
  public static final Protection NONE = of(List.of(), BackupPolicy.NONE);

  public Protection {
    bad = List.copyOf(bad);
  }

  /**
   * The protection by these drills, the last one first. A bad snapshot is told until a newer one
   * was verified; names of snapshots begin with the time.
   */
  public static Protection of(List<Drill> drills, BackupPolicy policy) {
    String good =
        drills.stream()
            .filter(Drill::verified)
            .map(Drill::snapshot)
            .max(Comparator.naturalOrder())
            .orElse("");
    return new Protection(
        drills.stream().findFirst(),
        policy.every(),
        drills.stream()
            .filter(drill -> !drill.verified())
            .map(Drill::snapshot)
            .filter(bad -> bad.compareTo(good) > 0)
            .sorted(Comparator.reverseOrder())
            .toList(),
        Optional.empty(),
        policy.drillWithin(),
        Optional.empty(),
        Optional.empty());
  }

  /** The protection where the store did not answer, for this reason. */
  public static Protection unread(String why, BackupPolicy policy) {
    return new Protection(
        Optional.empty(),
        policy.every(),
        List.of(),
        Optional.of(why),
        policy.drillWithin(),
        Optional.empty(),
        Optional.empty());
  }

  /** Returns the protection after a part of the store did not answer, for this reason. */
  public Protection notAllRead(String why) {
    return new Protection(
        lastDrill, every, bad, unread.or(() -> Optional.of(why)), drillWithin, gone, clock);
  }

  /** The protection where a snapshot was recorded, and none that could be restored is left. */
  public Protection lost(Optional<SavedSnapshot> recorded) {
    return new Protection(lastDrill, every, bad, unread, drillWithin, recorded, clock);
  }

  /** The protection by a store whose clock is off, in words. */
  public Protection clockOff(Optional<String> how) {
    return new Protection(lastDrill, every, bad, unread, drillWithin, gone, how);
  }

  /** Returns the backup policy of the configuration. */
  public BackupPolicy policy() {
    return new BackupPolicy(every, drillWithin);
  }
}
