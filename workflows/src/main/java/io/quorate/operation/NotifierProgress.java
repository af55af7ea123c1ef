package io.quorate.operation;

import java.util.Map;
import java.util.Optional;

/**
 * Progress of a notifier: the heartbeat details of its activity, which the next attempt begins with
 * and the gateway reads.
 *
 * @param posted where the messages are, as the channel told it; opaque
 * @param trouble why people could not be told at the last try; empty when they were
 * @param failures how many tries in a row failed
 */
public record NotifierProgress(Map<String, String> posted, Optional<String> trouble, int failures) {
  /** Progress before the first try. */
  public static final NotifierProgress NONE = new NotifierProgress(Map.of(), Optional.empty(), 0);

  public NotifierProgress {
    posted = Sorted.copyOf(posted);
  }

  /** Progress after people were shown a state. */
  public static NotifierProgress shown(Map<String, String> posted) {
    return new NotifierProgress(posted, Optional.empty(), 0);
  }

  /** Progress after one more try that failed. */
  public NotifierProgress failed(String because) {
    return new NotifierProgress(posted, Optional.of(because), failures + 1);
  }
}
