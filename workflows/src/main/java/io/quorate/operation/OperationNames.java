package io.quorate.operation;

/** What the operation answers to, in Temporal's terms. Append-only: histories name them. */
public final class OperationNames {
  /**
   * Update: a {@code Decision}, answered by a {@code DecisionAnswer}. The update id is the click's.
   */
  public static final String DECIDE = "decide";

  /** Update: a {@link Request}, answered by a {@link Request.Answer}. */
  public static final String REQUEST = "request";

  /**
   * Signal: an update id and the {@code Decision} that was sent with it, when no worker answered
   * the update. It counts once, whichever of the two comes first.
   */
  public static final String DECIDED = "decided";

  /** Signal: an update id and the {@link Request} that was sent with it. */
  public static final String REQUESTED = "requested";

  /** Query: {@link OperationState}. */
  public static final String STATE = "state";

  /** Search attribute: the words of its {@link Phase}, at every change of it. */
  public static final String PHASE = "Phase";

  /** Activity: the runbook is asked. Every activity that has no name here is a step. */
  public static final String PRESCRIBE = "Prescribe";

  /** Activity: the cluster is watched while people think. */
  public static final String WATCH = "Watch";

  private OperationNames() {}
}
