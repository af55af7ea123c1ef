package io.quorate.operation;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Progress of a notifier: the heartbeat details of its activity, which the next attempt begins with
 * and the gateway reads.
 *
 * @param posted where the messages are, as the channel told it; opaque
 * @param trouble why people could not be told at the last try; empty when they were
 * @param failures how many tries in a row failed
 * @param failingSince when the first of these tries failed
 * @param reminded when people were reminded last
 */
public record NotifierProgress(
    Map<String, String> posted,
    Optional<String> trouble,
    int failures,
    Optional<Instant> failingSince,
    Optional<Instant> reminded) {
  /** Progress before the first try. */
  public static final NotifierProgress NONE =
      new NotifierProgress(Map.of(), Optional.empty(), 0, Optional.empty(), Optional.empty());

  public NotifierProgress {
    posted = Sorted.copyOf(posted);
  }

  /** Returns the progress after people were shown a state. */
  public NotifierProgress shown(Map<String, String> places) {
    return new NotifierProgress(places, Optional.empty(), 0, Optional.empty(), reminded);
  }

  /** Returns the progress after people were reminded. */
  public NotifierProgress remindedAt(Instant at) {
    return new NotifierProgress(posted, trouble, failures, failingSince, Optional.of(at));
  }

  /** Returns the progress after one more try that failed. */
  public NotifierProgress failed(String because, Instant at) {
    return new NotifierProgress(
        posted, Optional.of(because), failures + 1, Optional.of(failingSince.orElse(at)), reminded);
  }
}
