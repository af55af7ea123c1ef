package io.quorate.watch;

import java.util.Optional;

/**
 * Trouble that a rule sees in what is known of a cluster at one moment. A {@link StandingFinding}
 * is a sign that lasts.
 *
 * @param subject the part of the cluster that has the trouble, such as a member; empty text for the
 *     whole cluster. Two signs with equal kind and subject are one finding
 * @param urgency people are told anew when it changes
 * @param evidence what is wrong, by what it was seen, and what to do, in sentences; it may change
 *     from look to look
 * @param runbook that the incident proposes; empty where people are only told
 */
public record Sign(
    FindingKind kind, String subject, Urgency urgency, String evidence, Optional<String> runbook) {

  /** Time that people have. */
  public enum Urgency {
    /** Somebody has to look in the next days. */
    SOON,
    /** Somebody has to look now. */
    NOW,
    /** The finding may stand for months, so it is only listed. */
    LISTED
  }

  /** Name of a finding in its cluster. */
  public record Name(FindingKind kind, String subject) {}

  /** A sign of the whole cluster of which people are told only. */
  public static Sign of(FindingKind kind, String evidence) {
    return new Sign(kind, "", Urgency.SOON, evidence, Optional.empty());
  }

  /** Returns the name of the finding that the sign belongs to. */
  public Name name() {
    return new Name(kind, subject);
  }
}
