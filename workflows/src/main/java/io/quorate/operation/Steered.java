package io.quorate.operation;

import io.quorate.approval.Door;
import io.quorate.cluster.CleanText;
import io.quorate.cluster.Sentences;
import io.quorate.cluster.StableName;
import java.time.Instant;
import java.util.Optional;

/**
 * Deed of a person that counted: a verb, a {@code take}, or the wish that began the operation.
 *
 * @param number of the deed in its operation, from 1
 * @param reason may be empty
 * @param answer what the operation answered, in a sentence
 * @param stop why the operation stood still at that time, in a line; empty where it did not
 * @param stoodSince since when it stood still then; empty where it did not
 */
public record Steered(
    int number,
    Deed deed,
    String by,
    Optional<Door> door,
    String reason,
    Instant at,
    String answer,
    Optional<String> stop,
    Optional<Instant> stoodSince) {
  /** Longest line about a stop. */
  private static final int LONGEST_STOP = 300;

  /** Deeds, as what has been done. Names are append-only. */
  public enum Deed {
    PAUSE_ASKED,
    CONTINUED,
    ABORTED,
    RETRIED,
    SKIPPED,
    TAKEN,
    ASKED_AGAIN;

    static Deed of(Request.Verb verb) {
      return switch (verb) {
        case PAUSE -> PAUSE_ASKED;
        case CONTINUE -> CONTINUED;
        case ABORT -> ABORTED;
        case RETRY -> RETRIED;
        case SKIP -> SKIPPED;
      };
    }

    /** Returns whether the deed steered the operation that kept it. */
    public boolean steers() {
      return this != TAKEN && this != ASKED_AGAIN;
    }

    /** Returns the deed at the beginning of a sentence: {@code Pause asked}. */
    public String words() {
      String name = StableName.of(this).replace('-', ' ');
      return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }
  }

  /**
   * Returns the deed of a request that counted.
   *
   * @param before the state in which the operation was asked
   */
  public static Steered of(
      int number, Request request, Instant at, Request.Answer answer, OperationState before) {
    boolean stood = before.phase() == Phase.PARKED || before.phase() == Phase.PAUSED;
    return new Steered(
        number,
        Deed.of(request.verb()),
        request.by(),
        request.door(),
        request.reason(),
        at,
        answer.sentence(),
        stood
            ? before.because().lines().findFirst().map(line -> CleanText.line(line, LONGEST_STOP))
            : Optional.empty(),
        Optional.of(before.since()).filter(any -> stood));
  }

  /** Returns the wish after which an incident asked for an operation: its first deed. */
  public static Steered of(AskedAgain wish) {
    return new Steered(
        1,
        Deed.ASKED_AGAIN,
        wish.by(),
        wish.through(),
        wish.reason().orElse(""),
        wish.at(),
        "",
        Optional.empty(),
        Optional.empty());
  }

  /** Returns whether the deed ended the stop that began then, to the second. */
  public boolean endsStopOf(Instant since) {
    return endsStop()
        && stoodSince.filter(at -> at.getEpochSecond() == since.getEpochSecond()).isPresent();
  }

  /** Returns whether the deed ended a stop: after it nobody has to say how to go on. */
  public boolean endsStop() {
    return switch (deed) {
      case CONTINUED, ABORTED, RETRIED, SKIPPED -> true;
      case PAUSE_ASKED, TAKEN, ASKED_AGAIN -> false;
    };
  }

  /** Returns who did it, when and why: {@code Retried by dana at 03:31 UTC, Slack: it is free.} */
  public String sentence() {
    String why = reason.isBlank() ? "" : ": " + reason.strip();
    return Sentences.ended(
        deed.words()
            + " by "
            + by
            + " at "
            + UtcTime.minute(at)
            + " UTC"
            + door.map(through -> ", " + through.words()).orElse("")
            + why);
  }

  /** Returns the deed as a line of its own, with what follows from it. */
  public String line() {
    return Sentences.joined(sentence(), answer);
  }
}
