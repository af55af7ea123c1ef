package io.quorate.worker.activity;

import java.time.Duration;

/**
 * Time from one look of a notifier at its subject to the next: each look is a call to Temporal, for
 * each of ten thousand open questions.
 *
 * @param until the next look, unless Temporal's list shows a change before
 * @param step between two reads of that list, which costs no call
 */
record LookPace(Duration until, Duration step) {
  /** Step after a change of a moment ago: a question may follow soon, and people wait for it. */
  private static final Duration SOON = Duration.ofMillis(400);

  /** Time after a change in which the step is {@link #SOON}. */
  private static final Duration YOUNG = Duration.ofSeconds(30);

  private static final Duration OFTEN = Duration.ofMillis(1500);

  /** Time that passes for each place in line at least: a channel takes about a message a second. */
  private static final Duration BY_PLACE = Duration.ofMillis(300);

  /** Longest time between two looks at a place in line. */
  private static final Duration IN_LINE = Duration.ofSeconds(30);

  /** Longest time between two looks at a subject whose changes the list does not show. */
  private static final Duration LATER = Duration.ofMinutes(2);

  /** Time between two looks at a subject whose changes the list shows. */
  private static final Duration MARKED = Duration.ofMinutes(3);

  /** Share of the time without a change that passes until the next look. */
  private static final int SHARE = 20;

  /**
   * Returns the pace of a subject that was shown as it was seen last.
   *
   * @param unchanged time since the last change
   * @param marked whether the list shows each change of the subject
   * @param crowded whether the process follows so many subjects that none is looked at {@link
   *     #SOON}
   */
  static LookPace shown(Duration unchanged, boolean marked, boolean crowded) {
    if (marked) {
      return new LookPace(MARKED, OFTEN);
    }
    Duration byAge = unchanged.dividedBy(SHARE);
    boolean young = unchanged.compareTo(YOUNG) < 0 && !crowded;
    return new LookPace(byAge.compareTo(LATER) < 0 ? byAge : LATER, young ? SOON : OFTEN);
  }

  /**
   * Returns the pace of a subject that could not be shown, because it went on while it was read.
   */
  static LookPace unshown() {
    return new LookPace(OFTEN, OFTEN);
  }

  /**
   * Returns the pace of a subject that stands in line for its first message.
   *
   * @param place number of subjects that go first
   */
  static LookPace inLine(int place) {
    Duration byPlace = BY_PLACE.multipliedBy(place);
    Duration most = byPlace.compareTo(IN_LINE) < 0 ? byPlace : IN_LINE;
    return new LookPace(most.compareTo(OFTEN) < 0 ? OFTEN : most, OFTEN);
  }
}
