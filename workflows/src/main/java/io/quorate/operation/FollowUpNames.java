package io.quorate.operation;

import java.util.regex.Pattern;

/**
 * Names in Temporal of operations that start by themselves after another operation. Append-only,
 * because histories contain these names.
 */
public final class FollowUpNames {
  /**
   * The workflow type of the start. Its only argument is the {@link OperationRequest} of the
   * following operation.
   */
  public static final String TYPE = "FollowUp";

  /**
   * Words in the reason of an operation's end that announce a following operation. Append-only,
   * because clients that wait for the following operation search for these words.
   */
  public static final String FOLLOWS = "follows as an operation of its own";

  private static final String PREFIX = "after ";

  private static final Pattern REQUESTER =
      Pattern.compile(PREFIX + "[-a-z0-9]{1,63}[.][-0-9a-f]{8}");

  private FollowUpNames() {}

  /**
   * Returns the workflow id of the start of the operation that follows this operation. At most one
   * operation follows.
   */
  public static String workflowId(String operation) {
    return "after/" + operation;
  }

  /**
   * Returns the requester of the operation that follows this operation, such as {@code after
   * payments.1a2b3c4d}.
   */
  public static String requester(String operation) {
    return PREFIX + operation;
  }

  /**
   * Returns whether an operation of this requester follows another operation by itself. Nobody
   * waits for such an operation, so the operation makes way for anybody who wants the cluster.
   */
  public static boolean isOne(String requestedBy) {
    return REQUESTER.matcher(requestedBy).matches();
  }
}
