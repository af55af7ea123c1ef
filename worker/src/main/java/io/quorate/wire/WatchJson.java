package io.quorate.wire;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Output of {@code quorate watch -o json}: what the watch found by itself, the oldest first.
 *
 * @param watched how many clusters a worker watches
 * @param oldestPulse when the cluster that was asked the longest ago was asked; null before the
 *     first pass
 * @param notice what is missing; null where a worker watches every cluster
 */
public record WatchJson(
    int watched,
    Optional<Instant> oldestPulse,
    List<FindingJson> findings,
    Optional<String> notice) {
  public WatchJson {
    findings = List.copyOf(findings);
  }

  /**
   * Trouble of one cluster.
   *
   * @param diagnosis its name, such as {@code member-stopped}
   * @param sentence what is wrong, in words
   * @param since when the watch saw it first
   * @param lookedAt when the watch looked at the cluster last
   * @param told whether the incident of the cluster knows it
   */
  public record FindingJson(
      String cluster,
      String diagnosis,
      String sentence,
      Instant since,
      Instant lookedAt,
      boolean told) {}
}
