package io.quorate.operation;

/**
 * Names of an operation's messages, activities and search attributes in Temporal. Append-only:
 * histories name them.
 */
public final class OperationNames {
  /**
   * Update: a {@code Decision}, answered by a {@code DecisionAnswer}. Its update id is the id of
   * the click.
   */
  public static final String DECIDE = "decide";

  /** Update: a {@link Request}, answered by a {@link Request.Answer}. */
  public static final String REQUEST = "request";

  /** Update: a {@link Taken}, answered by a {@link Request.Answer}. */
  public static final String TAKE = "take";

  /**
   * Signal: an update id and the {@code Decision} that was sent with the update, when no worker
   * answered. Update and signal count once, whichever comes first.
   */
  public static final String DECIDED = "decided";

  /**
   * Signal: an update id and the {@link Request} that was sent with the update, when no worker
   * answered.
   */
  public static final String REQUESTED = "requested";

  /** Signal: an {@link IncidentWish}: the incident of the cluster wants to start an operation. */
  public static final String WANTED = "wanted";

  /** Query: {@link OperationState}. */
  public static final String STATE = "state";

  /**
   * Search attribute: the words of the operation's {@link Phase}, updated when the phase changes.
   */
  public static final String PHASE = "Phase";

  /**
   * Memo of an operation or incident: a number that grows with each change of what people are shown
   * while the workflow waits. Temporal's list shows the memo of all workflows in one call.
   */
  public static final String CHANGES = "Changes";

  /** Activity: asks the runbook. Every activity that has no name here is a step. */
  public static final String PRESCRIBE = "Prescribe";

  /** Activity: watches the cluster while people think. */
  public static final String WATCH = "Watch";

  private OperationNames() {}
}
