package io.quorate.operation;

/**
 * Types of the failures that activities report, by what may be done next. Append-only: histories
 * name them.
 */
public final class FailureTypes {
  /** The step had no effect; its activity is retried soon. */
  public static final String TRANSIENT = "Transient";

  /** A condition has to become true first; the activity is retried more slowly. */
  public static final String NOT_YET = "NotYet";

  /** The step may have taken effect: the next attempt observes the cluster before anything else. */
  public static final String UNKNOWN = "Unknown";

  /** A person has to look; not retried. */
  public static final String REFUSED = "Refused";

  /** A fault of Quorate or of its configuration; not retried. */
  public static final String FAULT = "Fault";

  /** The cluster is not as the plan assumed; not retried, the runbook is asked anew. */
  public static final String CHANGED = "Changed";

  /** The approval is too old for a first change to begin; not retried, people are asked anew. */
  public static final String STALE_YES = "StaleYes";

  /** The configuration of the worker does not have the cluster; not retried. */
  public static final String UNKNOWN_CLUSTER = "UnknownCluster";

  private FailureTypes() {}

  /** Returns the types that are not retried: a person, or another plan, has to come first. */
  public static String[] notRetried() {
    return new String[] {REFUSED, FAULT, CHANGED, STALE_YES, UNKNOWN_CLUSTER};
  }
}
