package io.quorate.operation;

import java.time.Duration;

/**
 * The limits of an operation that shape its history: how often and for how long it does something.
 * They are recorded with the first look, so another release may have others for new operations and
 * carry on the old ones with theirs.
 *
 * @param rounds how many plans are carried out before the operation gives up
 * @param questions how many plans are put to people before the operation gives up; a question that
 *     was voided uses up one of these and no round
 * @param settling how long the first plan is waited for while facts need time
 * @param settlingAgain how long that is once something was changed: a voter may be rebooting
 * @param yesIsGoodFor the first change begins within this time of the yes (docs/etcd.md#n-24)
 * @param expireAfter after this time without an answer a question expires
 * @param reports how often a parked operation says that the cause is gone, or is back
 * @param events after so many events of its history the operation continues in a new run
 */
public record Limits(
    int rounds,
    int questions,
    Duration settling,
    Duration settlingAgain,
    Duration yesIsGoodFor,
    Duration expireAfter,
    int reports,
    int events) {
  /** The limits of this release. */
  public static final Limits STANDARD =
      new Limits(
          5,
          50,
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofMinutes(15),
          Duration.ofHours(4),
          20,
          1500);

  /** What a recorded value lacks is as the first release had it. */
  public Limits {
    rounds = rounds == 0 ? 5 : rounds;
    questions = questions == 0 ? 50 : questions;
    settling = settling == null ? Duration.ofMinutes(5) : settling;
    settlingAgain = settlingAgain == null ? Duration.ofMinutes(30) : settlingAgain;
    yesIsGoodFor = yesIsGoodFor == null ? Duration.ofMinutes(15) : yesIsGoodFor;
    expireAfter = expireAfter == null ? Duration.ofHours(4) : expireAfter;
    reports = reports == 0 ? 20 : reports;
    events = events == 0 ? 1500 : events;
  }

  /** These limits with what the configuration says of questions. */
  public Limits expiringAfter(Duration time) {
    return new Limits(
        rounds, questions, settling, settlingAgain, yesIsGoodFor, time, reports, events);
  }
}
