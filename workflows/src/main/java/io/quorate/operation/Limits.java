package io.quorate.operation;

import java.time.Duration;
import java.util.Optional;

/**
 * Limits of an operation that shape its history: how often and for how long it does something. The
 * first look records them, so another release may give new operations other limits and carry on the
 * old operations with theirs.
 *
 * @param rounds how many plans are carried out before the operation gives up
 * @param questions how many plans are put to people before the operation gives up; a voided
 *     question uses up one of these and no round
 * @param settling how long the first plan is waited for while facts need time
 * @param settlingAgain how long a plan is waited for once something was changed: a voter may be
 *     rebooting
 * @param yesIsGoodFor time after the approval within which the first change begins
 *     (docs/etcd.md#n-24)
 * @param expireAfter time after which a question without an answer expires
 * @param reports how often a parked operation says that the cause is gone, or is back
 * @param events number of history events after which the operation continues in a new run
 * @param report longest time for the report of an operation without an incident; empty: the release
 *     that began the operation wrote no report
 */
public record Limits(
    int rounds,
    int questions,
    Duration settling,
    Duration settlingAgain,
    Duration yesIsGoodFor,
    Duration expireAfter,
    int reports,
    int events,
    Optional<Duration> report) {
  /** Limits of this release. */
  public static final Limits STANDARD =
      new Limits(
          5,
          50,
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofMinutes(15),
          Duration.ofHours(4),
          20,
          1500,
          Optional.of(Duration.ofSeconds(30)));

  /** Replaces limits that a recorded value lacks by those of the first release. */
  public Limits {
    rounds = rounds == 0 ? 5 : rounds;
    questions = questions == 0 ? 50 : questions;
    reports = reports == 0 ? 20 : reports;
    events = events == 0 ? 1500 : events;
  }

  /** Returns these limits with the configured time after which questions expire. */
  public Limits expiringAfter(Duration time) {
    return new Limits(
        rounds, questions, settling, settlingAgain, yesIsGoodFor, time, reports, events, report);
  }
}
