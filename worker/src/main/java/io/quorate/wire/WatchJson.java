package io.quorate.wire;

import io.quorate.watch.Sign;
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
   * @param kind its name, of a diagnosis or of a finding that is none: {@code leader-flapping}
   * @param diagnosis its name where it is a diagnosis, such as {@code member-stopped}; null for
   *     other findings
   * @param subject the part of the cluster that has the trouble; null for the whole cluster
   * @param sentence what is wrong, and by what it was seen, in words
   * @param since when the watch saw it first
   * @param lookedAt when the watch looked at the cluster last
   * @param told whether the incident of the cluster knows it
   * @param urgency of a finding that is no diagnosis: {@code now}, {@code soon}, or {@code listed}
   *     where nobody is told; null for a diagnosis
   * @param silence who wants nobody to be told, until when, and why; null where nobody does
   */
  public record FindingJson(
      String cluster,
      String kind,
      Optional<String> diagnosis,
      Optional<String> subject,
      String sentence,
      Instant since,
      Instant lookedAt,
      boolean told,
      Optional<String> urgency,
      Optional<String> silence) {
    /** Returns whether the finding cannot wait; a diagnosis never can. */
    public boolean isUrgent() {
      return urgency.map(Sign.Urgency.NOW.words()::equals).orElse(true);
    }

    /** Returns whether the finding is only listed. */
    public boolean onlyListed() {
      return urgency.filter(Sign.Urgency.LISTED.words()::equals).isPresent();
    }
  }
}
