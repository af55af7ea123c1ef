package io.quorate.operation;

import io.quorate.approval.Decision;
import io.quorate.approval.Electorate;
import io.quorate.approval.Identity;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Statement of a person that they take care of a matter. Reminders of the matter stop for a while,
 * and everybody sees who is on it. A take gives no rights.
 *
 * @param by who is on it, as people read the name: {@code dana (unverified)} where it was typed
 * @param door words of the door through which the person said it; empty where that is not known
 */
public record Taken(String by, String door, Instant at) {
  /** How long reminders stop: whoever is on it may have fallen asleep again. */
  public static final Duration HOLDS = Duration.ofMinutes(30);

  /** A decision, which shows that its author is on it. */
  public static Taken by(Decision decision) {
    return new Taken(decision.person(), decision.door().words(), decision.at());
  }

  /** Returns whether this is the word of that person, whether or not the name was verified. */
  public boolean isBy(String name) {
    return Electorate.same(Identity.unmarked(by), Identity.unmarked(name));
  }

  /** Returns until when reminders stop. */
  public Instant until() {
    return at.plus(HOLDS);
  }

  /** Returns the person and the time in words: {@code dana is on it since 03:05}. */
  public String words() {
    return by + " is on it since " + UtcTime.minute(at);
  }

  /**
   * Returns the answer to the person who took the matter.
   *
   * @param before who was on it until now
   * @param goesOn why reminders go on all the same, in a sentence; empty where they stop
   */
  public Request.Answer answer(Optional<Taken> before, Optional<String> goesOn) {
    String reminders =
        goesOn.orElseGet(() -> "Nobody is reminded until " + UtcTime.minute(until()) + " UTC.");
    String handed =
        before
            .filter(other -> !other.isBy(by))
            .map(other -> " " + other.by() + " was on it since " + UtcTime.minute(other.at()) + ".")
            .orElse("");
    return new Request.Answer(true, "You are on it. " + reminders + handed);
  }

  /** Returns the later one of two. */
  public static Optional<Taken> last(Optional<Taken> one, Optional<Taken> other) {
    return Stream.of(other, one).flatMap(Optional::stream).max(Comparator.comparing(Taken::at));
  }
}
