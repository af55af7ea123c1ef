package io.quorate.operation;

import io.quorate.causes.FleetTroubles.OpenCause;
import io.quorate.cluster.ClusterKey;
import java.time.Instant;

/**
 * Restraint of an incident: until a time it proposes nothing by itself. A person may have it ask
 * all the same, or start an operation by hand. A loss of quorum and writes that fail are never held
 * back.
 *
 * @param sentence why nothing is proposed, until when, and what a person can do
 */
public record Restraint(Kind kind, String sentence, Instant until) {
  /** Reason of a restraint. Names are append-only: they are in histories. */
  public enum Kind {
    /** An equal proposal was carried out within the last hour. */
    HOUR_OF_QUIET,
    /** Many clusters have trouble for one cause, which people are told of once. */
    COMMON_CAUSE
  }

  /** Returns the restraint of a cluster that shares a common cause with others. */
  public static Restraint of(OpenCause open, ClusterKey cluster, Instant now) {
    return new Restraint(
        Kind.COMMON_CAUSE,
        "Held: "
            + open.cause().sentence()
            + " ("
            + open.cause().id()
            + "). A repair is proposed at "
            + UtcTime.minutes(open.heldUntil(), now)
            + " UTC, or now: quorate ask-again "
            + cluster
            + ".",
        open.heldUntil());
  }
}
