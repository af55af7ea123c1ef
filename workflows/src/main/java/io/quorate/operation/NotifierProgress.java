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
 * @param reminded when people were reminded last, by the worker's clock
 * @param remindedOf what they were reminded of then; empty: a release that does not say it
 * @param told when the first message stood; empty before, and in heartbeats of a release that did
 *     not note it
 */
public record NotifierProgress(
    Map<String, String> posted,
    Optional<String> trouble,
    int failures,
    Optional<Instant> failingSince,
    Optional<Instant> reminded,
    Optional<Matter> remindedOf,
    Optional<Instant> told) {
  /**
   * A matter that people are reminded of. Its time comes from the gateway or from Temporal and is
   * never compared with the worker's clock.
   *
   * @param what words of what waits: {@code second-yes}
   */
  public record Matter(String what, Instant since) {}

  /** Progress before the first try. */
  public static final NotifierProgress NONE =
      new NotifierProgress(
          Map.of(),
          Optional.empty(),
          0,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  public NotifierProgress {
    posted = Sorted.copyOf(posted);
  }

  /** Returns the progress after people were shown a state; where nothing stands, nobody was. */
  public NotifierProgress shown(Map<String, String> places, Instant at) {
    Optional<Instant> first = places.isEmpty() ? told : told.or(() -> Optional.of(at));
    return new NotifierProgress(
        places, Optional.empty(), 0, Optional.empty(), reminded, remindedOf, first);
  }

  /** Returns the progress after people were reminded of a matter. */
  public NotifierProgress remindedAt(Instant at, Matter of) {
    return new NotifierProgress(
        posted, trouble, failures, failingSince, Optional.of(at), Optional.of(of), told);
  }

  /** Returns when people were reminded last, unless that was of another matter. */
  public Optional<Instant> reminded(Matter of) {
    return reminded.filter(at -> remindedOf.map(of::equals).orElse(!at.isBefore(of.since())));
  }

  /** Returns the progress after one more try that failed. */
  public NotifierProgress failed(String because, Instant at) {
    return new NotifierProgress(
        posted,
        Optional.of(because),
        failures + 1,
        Optional.of(failingSince.orElse(at)),
        reminded,
        remindedOf,
        told);
  }
}
