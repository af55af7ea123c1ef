package io.quorate.cluster;

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
 */
public record Protection(
    Optional<Drill> lastDrill,
    Optional<Duration> every,
    List<String> bad,
    Optional<String> unread) {
  /** Nothing is known of it. */
  public static final Protection NONE =
      new Protection(Optional.empty(), Optional.empty(), List.of(), Optional.empty());

  public Protection {
    bad = List.copyOf(bad);
  }

  /**
   * The protection by these drills, the last one first. A bad snapshot is told until a newer one
   * was verified; names of snapshots begin with the time.
   */
  public static Protection of(List<Drill> drills, Optional<Duration> every) {
    String good =
        drills.stream()
            .filter(Drill::verified)
            .map(Drill::snapshot)
            .max(Comparator.naturalOrder())
            .orElse("");
    return new Protection(
        drills.stream().findFirst(),
        every,
        drills.stream()
            .filter(drill -> !drill.verified())
            .map(Drill::snapshot)
            .filter(bad -> bad.compareTo(good) > 0)
            .sorted(Comparator.reverseOrder())
            .toList(),
        Optional.empty());
  }

  /** The protection where the store did not answer, for this reason. */
  public static Protection unread(String why, Optional<Duration> every) {
    return new Protection(Optional.empty(), every, List.of(), Optional.of(why));
  }
}
