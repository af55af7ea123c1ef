package io.quorate.operation;

/** Names of the common causes of a fleet, in Temporal's terms. Append-only. */
public final class CauseNames {
  /** The workflow type; its only argument is a {@code FleetTroubles}, or nothing. */
  public static final String TYPE = "FleetCauses";

  /** Id of the workflow; an installation runs one. */
  public static final String WORKFLOW_ID = "fleet/causes";

  /** Signal: a {@code TroubledCluster} that the watch saw for the first time. */
  public static final String TROUBLED = "troubled";

  /** Signal: the key of a cluster that is well again. */
  public static final String WELL = "well";

  /** Query: {@code FleetTroubles}. */
  public static final String STATE = "state";

  /** Activity: tells people of a common cause. */
  public static final String TELL = "TellCommonCause";

  private CauseNames() {}
}
