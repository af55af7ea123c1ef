package io.quorate.operation;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * Course of an incident: what it does about the trouble it found, as far as people need to know.
 */
public enum IncidentCourse {
  LOOKING,
  /** The last look failed. */
  BLIND,
  /** An operation is under way and itself tells people how it stands. */
  OPERATING,
  /** Another operation has the cluster and waits for people. */
  HELD,
  /** No runbook of this release answers the trouble. */
  NO_RUNBOOK,
  /** The last operation left the alerts unanswered; another one follows. */
  PROPOSING_AGAIN,
  /** People answered the alerts, but the trouble remains. */
  ANSWERED,
  /** No alert fires any more, but the trouble remains. */
  NO_ALERT,
  CLOSED,
  /** An equal proposal was carried out within the last hour. */
  QUIET,
  /** Many clusters have trouble for one cause, which people are told of once. */
  HELD_WITH_OTHERS;

  private static final String NOTHING = "Nothing more is asked until a new alert";
  private static final String OR_WORSE = NOTHING + " or a worse diagnosis";

  /** Sentence at the end of a question that people answered. */
  public static final String NOTHING_MORE = NOTHING + ".";

  /**
   * Words of the doors, which alone know the settings of reminders. Earlier builds recorded them.
   */
  private static final String REMINDERS_GO_ON = "; reminders go on while it is not mended";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** Returns recorded words without a word of reminders. */
  public static String withoutReminders(String words) {
    return words.replace(REMINDERS_GO_ON, "");
  }

  /** Returns recorded words as an installation says them that reminds people. */
  public static String withReminders(String words) {
    return words
        .replace(NOTHING + ".", NOTHING + REMINDERS_GO_ON + ".")
        .replace(OR_WORSE + ".", OR_WORSE + REMINDERS_GO_ON + ".");
  }

  /** Whether there is trouble and no operation is about to mend it, so that people have to act. */
  public boolean isUnmended() {
    return switch (this) {
      case BLIND, NO_RUNBOOK, PROPOSING_AGAIN, ANSWERED, NO_ALERT, QUIET -> true;
      case LOOKING, OPERATING, HELD, CLOSED, HELD_WITH_OTHERS -> false;
    };
  }

  /** Returns whether a person can have the incident propose again what answers its trouble. */
  public boolean canAskAgain() {
    return switch (this) {
      case PROPOSING_AGAIN, ANSWERED, NO_ALERT, QUIET, HELD_WITH_OTHERS -> true;
      case LOOKING, BLIND, OPERATING, HELD, NO_RUNBOOK, CLOSED -> false;
    };
  }

  /** Returns the course of an incident that is held back. */
  public static IncidentCourse of(Restraint restraint) {
    return switch (restraint.kind()) {
      case HOUR_OF_QUIET -> QUIET;
      case COMMON_CAUSE -> HELD_WITH_OTHERS;
    };
  }

  /** Returns what the incident does about the trouble, in a sentence. */
  public String sentence(Proposals proposals, Optional<Instant> next) {
    String operation = proposals.operation().orElse("an operation of this cluster");
    String ended = proposals.last().map(OperationEnd::words).orElse("ended");
    return switch (this) {
      case LOOKING -> "Looking at the cluster.";
      case BLIND -> "It looks again every minute.";
      case OPERATING -> "Under way: " + operation + ".";
      case HELD -> operation + " has the cluster and waits for people.";
      case NO_RUNBOOK ->
          "No runbook of this release answers it: a person has to. The incident goes on looking.";
      case PROPOSING_AGAIN ->
          operation
              + " ended without an answer ("
              + ended
              + "). Asked again"
              + next.map(at -> " at " + TIME.format(at) + " UTC").orElse("")
              + ", with fresh facts, or at once when the diagnosis changes.";
      case ANSWERED ->
          operation
              + " is over ("
              + ended
              + "). "
              + OR_WORSE
              + ". `quorate start` begins an operation by hand.";
      case NO_ALERT ->
          "No alert fires any more, so nothing is proposed. The incident goes on looking.";
      case CLOSED -> "Closed.";
      case QUIET -> "The same was done within the last hour, so nothing is proposed yet.";
      case HELD_WITH_OTHERS -> "Many clusters have the same trouble, so nothing is proposed yet.";
    };
  }
}
