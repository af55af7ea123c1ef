package io.quorate.operation;

import io.quorate.cluster.ClusterKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Request to start an operation; the argument of its workflow.
 *
 * @param options of the runbook, by name without dashes: {@code member -> [etcd-1]}
 * @param requestedBy a person's name, for an approver the one in the configuration, or {@code alert
 *     etcdMembersDown}
 * @param title {@code payments: replace etcd-1}
 * @param known what the incident that starts it has seen already, such as since when a member is
 *     silent
 * @param requester how the requester is known; a request of an earlier build does not say it: its
 *     name tells an alert, and every other is unverified
 * @param askedAgainAfter pause after which the incident that starts it asks again, where nobody
 *     answers; empty where nobody asks again
 * @param askedAgain who had the incident ask again; empty where it asks of its own accord
 */
public record OperationRequest(
    ClusterKey cluster,
    String runbook,
    Map<String, List<String>> options,
    String requestedBy,
    String title,
    DatedMemory known,
    RequesterKind requester,
    Optional<Duration> askedAgainAfter,
    Optional<AskedAgain> askedAgain) {
  /** How the workflow ids of all operations begin. */
  public static final String WORKFLOW = "operation/";

  private static final String ALERT = "alert ";

  /** Names that look like those of alerts, whatever white space and letters they are written in. */
  private static final Pattern LIKE_ALERT = Pattern.compile("(?isU)\\s*alert(\\s.*)?");

  public OperationRequest {
    options = Sorted.copyOf(options);
  }

  /** Creates a request without facts of an earlier look, in a name that nobody verified. */
  public OperationRequest(
      ClusterKey cluster,
      String runbook,
      Map<String, List<String>> options,
      String requestedBy,
      String title) {
    this(
        cluster,
        runbook,
        options,
        requestedBy,
        title,
        DatedMemory.NONE,
        RequesterKind.unsaid(requestedBy),
        Optional.empty(),
        Optional.empty());
  }

  /** The requester of an operation that alerts ask for. */
  public static String askedBy(String alerts) {
    return ALERT + alerts;
  }

  /** Whether a requester's name is one that only alerts have. */
  public static boolean isAlert(String requester) {
    return LIKE_ALERT.matcher(requester).matches();
  }

  /**
   * Returns the workflow id of a cluster's operation: one operation per cluster, whatever the
   * runbook.
   */
  public static String workflowId(ClusterKey cluster) {
    return WORKFLOW + cluster;
  }

  /**
   * Returns the operation's id as people use it: {@code <cluster>.<last 8 of its run id>}. The
   * first 8 would not do: Temporal's run ids begin with the time, so runs of one minute begin
   * alike.
   */
  public static String operationId(ClusterKey cluster, String runId) {
    return cluster + "." + runId.substring(Math.max(0, runId.length() - 8));
  }
}
