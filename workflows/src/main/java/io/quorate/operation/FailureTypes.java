package io.quorate.operation;

/** The types of failures that activities report, by what may be done next. Append-only. */
public final class FailureTypes {
  /** Nothing happened; tried again soon. */
  public static final String TRANSIENT = "Transient";

  /** A condition has to become true first; tried again more slowly. */
  public static final String NOT_YET = "NotYet";

  /** It may have happened: the next attempt observes before anything else. */
  public static final String UNKNOWN = "Unknown";

  /** A person has to look; not tried again. */
  public static final String REFUSED = "Refused";

  /** Ours, or the configuration's; not tried again. */
  public static final String FAULT = "Fault";

  /** The world is not the one of the plan; not tried again, prescribed anew. */
  public static final String CHANGED = "Changed";

  /**
   * The yes is older than it may be when a first change begins; not tried again, people are asked
   * anew.
   */
  public static final String STALE_YES = "StaleYes";

  private FailureTypes() {}

  /** What is not tried again: a person, or another plan, has to come first. */
  public static String[] notRetried() {
    return new String[] {REFUSED, FAULT, CHANGED, STALE_YES};
  }
}
