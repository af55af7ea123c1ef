package io.quorate.watch;

import io.quorate.diagnosis.DiagnosisCode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Watch of one cluster, between two looks. A pulse only says that something differs; a look, which
 * asks all sides and is diagnosed, says what it is.
 *
 * @param seen the pulse that belongs to the last look; empty before the first look
 * @param lookedAt when the last look was taken
 * @param finding the trouble of the last look, which stays until two looks found none
 * @param looks looks in a row that found this diagnosis
 * @param good looks in a row that found none, while there is a finding
 * @param telling whether the incident of the cluster knows the finding
 * @param toldAt when the incident was told last; empty where it was not
 */
public record ClusterWatch(
    Optional<PulseSignature> seen,
    Instant lookedAt,
    Optional<Finding> finding,
    int looks,
    int good,
    Telling telling,
    Optional<Instant> toldAt) {
  /** Clusters up to which a look at each of them once a minute costs a tenth of a core. */
  private static final int SMALL_FLEET = 500;

  /** Time between two looks while it is not certain that something is wrong, or over. */
  static final Duration CERTAIN = Duration.ofSeconds(10);

  /** Time between two looks at a trouble that somebody else follows. */
  static final Duration FOLLOWED = Duration.ofMinutes(1);

  /**
   * Time after which the incident is told again of a trouble that lasts. An incident that is open
   * takes a trouble once; one that was closed meanwhile, or ended by somebody, is opened anew.
   */
  static final Duration AGAIN = Duration.ofMinutes(5);

  /** Looks that have to find a trouble, or its end, before it counts. */
  private static final int TWICE = 2;

  /** The watch of a cluster at which nobody has looked yet. */
  public static final ClusterWatch NEW =
      new ClusterWatch(
          Optional.empty(),
          Instant.EPOCH,
          Optional.empty(),
          0,
          0,
          Telling.UNTOLD,
          Optional.empty());

  /** Knowledge that the incident of a cluster has of a finding. */
  public enum Telling {
    /** Nothing yet. */
    UNTOLD,
    /** Nothing, because an operation may be the cause, or because nobody wants to be told. */
    HELD_BACK,
    /** Everything: the incident follows the trouble. */
    TOLD
  }

  /** The watch of a cluster whose finding another worker has followed before. */
  public static ClusterWatch resumed(Finding finding, Instant lookedAt, boolean told) {
    return new ClusterWatch(
        Optional.empty(),
        lookedAt,
        Optional.of(finding),
        told ? TWICE : 0,
        0,
        told ? Telling.TOLD : Telling.UNTOLD,
        told ? Optional.of(lookedAt) : Optional.empty());
  }

  /**
   * Returns the time between two looks at a cluster at which every pulse is equal. The record of
   * the cluster is as old at most.
   *
   * @param clusters how many clusters the process watches
   */
  public static Duration round(int clusters) {
    return clusters <= SMALL_FLEET ? Duration.ofMinutes(1) : Duration.ofMinutes(5);
  }

  /**
   * Returns when the next look is due although no pulse differs.
   *
   * @param round time between two looks while nothing happens
   */
  public Instant due(Duration round) {
    boolean followed = telling != Telling.UNTOLD && good == 0;
    return lookedAt.plus(finding.isEmpty() ? round : followed ? FOLLOWED : CERTAIN);
  }

  /**
   * Returns whether a look is due: by its time, or because a pulse differs from the last look's. A
   * last look in the future was taken while a clock was ahead, and is due, too.
   */
  public boolean wantsLook(PulseSignature pulse, Instant now, Duration round) {
    return !now.isBefore(due(round))
        || now.isBefore(lookedAt)
        || (finding.isEmpty() && !seen.equals(Optional.of(pulse)));
  }

  /**
   * Takes a look.
   *
   * @param pulse the signature of the pulse that came before the look
   */
  public ClusterWatch looked(
      PulseSignature pulse, Instant at, DiagnosisCode code, String sentence) {
    if (TellingRule.of(code).isPresent()) {
      return troubled(pulse, at, code, sentence);
    }
    return finding.isEmpty() || good + 1 >= TWICE
        ? new ClusterWatch(
            Optional.of(pulse), at, Optional.empty(), 0, 0, Telling.UNTOLD, Optional.empty())
        : new ClusterWatch(Optional.of(pulse), at, finding, 0, good + 1, telling, toldAt);
  }

  /** A trouble keeps its beginning. What it is now has to be seen twice, also after a good look. */
  private ClusterWatch troubled(
      PulseSignature pulse, Instant at, DiagnosisCode code, String sentence) {
    Finding now =
        finding
            .map(before -> before.seenAs(code, sentence))
            .orElse(new Finding(code, at, sentence));
    boolean same = finding.filter(before -> before.code() == code).isPresent();
    boolean again = toldAt.filter(told -> at.isBefore(told.plus(AGAIN))).isEmpty();
    boolean knows = telling == Telling.TOLD && same && !again;
    return new ClusterWatch(
        Optional.of(pulse),
        at,
        Optional.of(now),
        same ? looks + 1 : 1,
        0,
        knows || telling == Telling.HELD_BACK ? telling : Telling.UNTOLD,
        toldAt);
  }

  /** Returns the finding that the incident of the cluster has to be told of now. */
  public Optional<Finding> untold(Instant now) {
    return finding
        .filter(found -> telling != Telling.TOLD && good == 0 && looks >= TWICE)
        .filter(
            found ->
                TellingRule.of(found.code())
                    .filter(lasting -> !now.isBefore(found.since().plus(lasting)))
                    .isPresent());
  }

  /**
   * The watch after the incident was told, or was not.
   *
   * @param at when
   */
  public ClusterWatch with(Telling result, Instant at) {
    return new ClusterWatch(
        seen,
        lookedAt,
        finding,
        looks,
        good,
        result,
        result == Telling.TOLD ? Optional.of(at) : toldAt);
  }
}
