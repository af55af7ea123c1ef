package io.quorate.record;

import io.quorate.cluster.Age;
import io.quorate.cluster.Quorum;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The worst loss of one thing of a kind, such as of one zone, as the record remembers it. A later
 * look is compared with it.
 *
 * @param kind what is lost, by the word that {@code --lose} has for it: {@code zone}
 * @param name the thing of this kind that takes most voters
 * @param taken how many voters it takes
 * @param of how many voters there are
 * @param at when a look saw no worse one last
 * @param worseSince since when looks see a worse one; empty where none does
 */
public record WorstLoss(
    String kind, String name, int taken, int of, Instant at, Optional<Instant> worseSince) {
  /** Time after which a worse loss is what people are used to. */
  private static final Duration USED_TO = Duration.ofDays(7);

  /** Outcomes of a loss, the best first. */
  public enum Outcome {
    /** Another voter may be lost after it. */
    LEAVES_SPARE,
    /** Writes go on, and no other voter may be lost. */
    LEAVES_NO_SPARE,
    /** Writes end, and some voters have their data. */
    ENDS_QUORUM,
    /** No voter is left, so that only a snapshot is. */
    TAKES_ALL
  }

  /** Returns what comes of the loss. */
  public Outcome outcome() {
    if (taken >= of) {
      return Outcome.TAKES_ALL;
    }
    int margin = new Quorum(of).margin(of - taken);
    return margin > 0
        ? Outcome.LEAVES_SPARE
        : margin == 0 ? Outcome.LEAVES_NO_SPARE : Outcome.ENDS_QUORUM;
  }

  /** Returns whether another loss of the kind is worse, and people may not be used to it yet. */
  public boolean isBetterThan(WorstLoss other) {
    return outcome().compareTo(other.outcome()) < 0
        && (worseSince.isEmpty() || isWorseAt(other.at()));
  }

  /** Returns whether looks see a worse loss, to which people are not used yet at this time. */
  public boolean isWorseAt(Instant now) {
    return worseSince.filter(since -> Age.isBelow(USED_TO, since, now)).isPresent();
  }

  /**
   * Returns what is remembered after a look.
   *
   * @param now the worst loss of this kind that the look shows
   * @param ours whether an operation of Quorate changed something lately: people agreed to that
   */
  WorstLoss after(WorstLoss now, boolean ours) {
    if (now.at().isBefore(seenAt()) && !Age.wasAhead(seenAt(), now.at())) {
      return this;
    }
    boolean agreed = ours && worseSince.isEmpty();
    return agreed || !isBetterThan(now)
        ? now
        : new WorstLoss(kind, name, taken, of, at, worseSince.or(() -> Optional.of(now.at())));
  }

  /** Returns when a look changed this last. */
  Instant seenAt() {
    return worseSince.orElse(at);
  }
}
