package io.quorate.operation;

import java.util.regex.Pattern;

/**
 * Names of operations that follow another one by themselves, in Temporal's terms. Append-only:
 * histories name them.
 */
public final class FollowUpNames {
  /** The workflow type; its only argument is the {@link OperationRequest} of what follows. */
  public static final String TYPE = "FollowUp";

  /**
   * Part of the reason with which an operation ends that another one follows. Append-only: whoever
   * waits for what follows reads it.
   */
  public static final String FOLLOWS = "follows as an operation of its own";

  private static final String PREFIX = "after ";

  private static final Pattern REQUESTER =
      Pattern.compile(PREFIX + "[-a-z0-9]{1,63}[.][-0-9a-f]{8}");

  private FollowUpNames() {}

  /** Returns the workflow id of the start of what follows this operation: there is one at most. */
  public static String workflowId(String operation) {
    return "after/" + operation;
  }

  /** Returns who asks for an operation that follows this one: {@code after payments.1a2b3c4d}. */
  public static String requester(String operation) {
    return PREFIX + operation;
  }

  /**
   * Returns whether an operation of this requester follows another one. Nobody waits for it, so it
   * makes way for whoever wants the cluster.
   */
  public static boolean isOne(String requestedBy) {
    return REQUESTER.matcher(requestedBy).matches();
  }
}
