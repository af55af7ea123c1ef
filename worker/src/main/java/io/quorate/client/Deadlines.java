package io.quorate.client;

import java.time.Duration;

/**
 * Deadlines of everything that a person waits for. Every call to Temporal made for a person takes
 * one of them.
 *
 * <p>A decision is first sent as an update alone ({@link #UPDATE_ALONE}). When no worker has taken
 * the update by then, a copy with the same id goes out as a signal, which Temporal keeps; the
 * update is repeated for its answer ({@link #ATTEMPT} each) until {@link #REPEATED} is over.
 * Meanwhile the person has been told what is known: after {@link #CLICK} in Slack, after {@link
 * #ANSWER} elsewhere.
 */
public final class Deadlines {
  /**
   * Time until a person at the page or the command line has an answer, or a sentence about its
   * delay.
   */
  public static final Duration ANSWER = Duration.ofSeconds(5);

  /** Time for one part of an answer; the answer is given without a part that takes longer. */
  public static final Duration PART = Duration.ofSeconds(3);

  /**
   * Time until a person who clicked in Slack sees an answer. Slack shows an error after 3 s, and a
   * dialog can be opened only as long (docs.slack.dev, handling user interaction).
   */
  public static final Duration CLICK = Duration.ofMillis(2000);

  /** Time until a click is acknowledged to Slack, answered or not. */
  public static final Duration CLICK_ACKNOWLEDGED = Duration.ofMillis(2500);

  /** Time for a whole history, or for an observation of a cluster, before anything is said. */
  public static final Duration LONG_ANSWER = Duration.ofSeconds(30);

  /**
   * Time an update has for itself before its copy is sent as a signal; shorter than {@link #CLICK}.
   */
  static final Duration UPDATE_ALONE = Duration.ofMillis(1500);

  /**
   * Time for one repetition of an update; the SDK polls for the answer that long while a worker
   * restarts.
   */
  static final Duration ATTEMPT = Duration.ofSeconds(50);

  /**
   * Time for which a request, and the answer to a click, is repeated: longer than a restart takes,
   * shorter than a shift.
   */
  public static final Duration REPEATED = Duration.ofMinutes(10);

  private Deadlines() {}

  /** Formats a deadline for people, as in {@code 5 s}. */
  public static String words(Duration limit) {
    return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
  }
}
