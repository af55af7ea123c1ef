package io.quorate.lab.load;

import java.time.Duration;
import java.util.List;

/**
 * What became of the writes.
 *
 * @param acknowledged the keys that etcd said it has
 * @param failed how many got no acknowledgement; etcd may have them or not
 * @param longestStall the longest time between two acknowledgements
 */
public record Writes(List<String> acknowledged, long failed, Duration longestStall) {
  public Writes {
    acknowledged = List.copyOf(acknowledged);
  }
}
