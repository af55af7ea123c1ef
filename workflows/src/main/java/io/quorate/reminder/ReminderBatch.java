package io.quorate.reminder;

import io.quorate.cluster.ClusterKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * Reminders that are due at about one time. Forty clusters that wait for people would wake them
 * forty times in a minute; many are reminded of in one message, and few each in its own.
 *
 * @param matters that wait for people, with their next reminders
 */
public record ReminderBatch(List<Due> matters) {
  /** How long before its time a reminder may be said together with others. */
  public static final Duration EARLY = Duration.ofMinutes(1);

  /**
   * Next reminder of one matter.
   *
   * @param subject id of the operation or incident
   */
  public record Due(String subject, Waiting waiting, Instant at) {
    private ClusterKey cluster() {
      return waiting.cluster();
    }
  }

  public ReminderBatch {
    matters = List.copyOf(matters);
  }

  /**
   * Returns the matters that are reminded of together now, the worst first; none where at most
   * {@link Rush#AT_ONCE} clusters are due, each of which is reminded of in its own thread. A second
   * yes is always asked for alone: only a few people can give it, and none of the others.
   */
  public List<Due> together(Instant now) {
    List<Due> near =
        matters.stream()
            .filter(one -> !one.at().isAfter(now.plus(EARLY)))
            .filter(one -> !one.waiting().isSecondYes())
            .sorted(
                Comparator.comparing(Due::waiting, Waiting.WORST_FIRST)
                    .thenComparing(Due::cluster)
                    .thenComparing(Due::subject))
            .toList();
    return near.stream().map(Due::cluster).distinct().count() > Rush.AT_ONCE ? near : List.of();
  }
}
