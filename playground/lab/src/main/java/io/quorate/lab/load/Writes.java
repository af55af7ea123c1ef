package io.quorate.lab.load;

import java.time.Duration;
import java.util.List;

/**
 * The outcome of the writes.
 *
 * @param acknowledged the keys that etcd acknowledged
 * @param failed how many writes got no acknowledgement; etcd may have applied them or not, but for
 *     those that were never sent
 * @param unanswered how many of the failed ones were sent, so that etcd may have applied them
 * @param longestStall the longest time between two acknowledgements
 */
public record Writes(
    List<String> acknowledged, long failed, long unanswered, Duration longestStall) {
  public Writes {
    acknowledged = List.copyOf(acknowledged);
  }
}
