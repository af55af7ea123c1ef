package io.quorate.operation;

/** Names of the self-test, in Temporal's terms. Append-only: histories name them. */
public final class SelfTestNames {
  /** The workflow type; it takes no argument. */
  public static final String TYPE = "SelfTest";

  /** Activity: goes the whole way; its failure has the stage that was not reached as its type. */
  public static final String PASS = "PassSelfTest";

  /** The id of all runs, one after the other. */
  public static final String WORKFLOW_ID = "selftest";

  /** Memo of a run: the time from which the age of the last pass counted when it began. */
  public static final String SINCE = "Since";

  private SelfTestNames() {}
}
