package io.quorate.watch;

import io.quorate.watch.ClusterWatch.Telling;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Finding that is no diagnosis, from the first look that saw its sign until two looks in a row did
 * not.
 *
 * @param sign what the last look that saw it saw
 * @param since when a look saw it first
 * @param good looks in a row that did not see it
 * @param telling whether the incident of the cluster knows it
 * @param told the sign that the incident knows, and since when; empty where it knows none
 * @param hushed why nobody is told of it, as the incident knows it, which waits for its end; empty
 *     where the incident knows of no silence
 */
public record StandingFinding(
    Sign sign,
    Instant since,
    int good,
    Telling telling,
    Optional<Told> told,
    Optional<String> hushed) {
  /**
   * Time after which the incident is told again: one that somebody ended meanwhile is opened anew.
   */
  public static final Duration AGAIN = Duration.ofHours(1);

  /** Words of a silence of which another worker told the incident: nobody knows them any more. */
  private static final String WORDS_OF_ANOTHER = "";

  /** Looks in a row that have to see nothing before it is over. */
  private static final int TWICE = 2;

  /** Knowledge of the incident. */
  public record Told(Instant at, Sign.Urgency urgency, List<String> urgentFor) {
    static Told of(Sign sign, Instant at) {
      return new Told(at, sign.urgency(), sign.urgentFor());
    }

    private boolean says(Sign sign) {
      return urgency == sign.urgency() && urgentFor.containsAll(sign.urgentFor());
    }
  }

  /** The finding of a sign that no look saw before. */
  static StandingFinding begun(Sign sign, Instant at) {
    return new StandingFinding(sign, at, 0, Telling.UNTOLD, Optional.empty(), Optional.empty());
  }

  /** The finding as the report of another worker has it. */
  public static StandingFinding resumed(
      Sign sign, Instant since, Optional<Instant> toldAt, boolean hushed) {
    return new StandingFinding(
        sign,
        since,
        0,
        toldAt.isPresent() ? Telling.TOLD : Telling.UNTOLD,
        toldAt.map(at -> Told.of(sign, at)),
        Optional.of(WORDS_OF_ANOTHER).filter(any -> hushed));
  }

  /** Returns whether one more good look may end it. */
  public boolean isNearlyOver() {
    return good > 0;
  }

  /** Returns whether the other finding is of the same kind and subject. */
  public boolean isSame(StandingFinding other) {
    return sign.name().equals(other.sign.name());
  }

  /** Returns whether the incident has to hear of its end. */
  public boolean isHeard() {
    return told.isPresent() || hushed.isPresent();
  }

  /**
   * Returns whether the incident has to hear why nobody is told of the finding: a silence that was
   * made longer is another one.
   */
  public boolean isNewsOf(String why) {
    return isHeard() && !hushed.equals(Optional.of(why));
  }

  StandingFinding hush(String why) {
    return new StandingFinding(
        sign, since, good, Telling.HELD_BACK, Optional.empty(), Optional.of(why));
  }

  StandingFinding seen(Sign now) {
    return new StandingFinding(now, since, 0, telling, told, hushed);
  }

  /** The finding after a look that did not see it; empty where it is over. */
  Optional<StandingFinding> unseen() {
    return good + 1 >= TWICE
        ? Optional.empty()
        : Optional.of(new StandingFinding(sign, since, good + 1, telling, told, hushed));
  }

  /** Returns whether the incident has to be told of it now. */
  public boolean isUntold(Instant now) {
    boolean knows =
        telling == Telling.TOLD
            && told.filter(known -> known.says(sign))
                .filter(known -> now.isBefore(known.at().plus(AGAIN)))
                .isPresent();
    boolean wanted =
        sign.urgency() != Sign.Urgency.LISTED && !now.isBefore(since.plus(sign.kind().lasting()));
    return wanted && good == 0 && !knows;
  }

  /** The finding after the incident was told, or was not. */
  StandingFinding with(Telling result, Instant at) {
    return result == Telling.TOLD
        ? new StandingFinding(
            sign, since, good, result, Optional.of(Told.of(sign, at)), Optional.empty())
        : new StandingFinding(sign, since, good, result, told, hushed);
  }
}
