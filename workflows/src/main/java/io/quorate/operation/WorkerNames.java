package io.quorate.operation;

/** Names of the life of a worker, in Temporal's terms. Append-only: histories name them. */
public final class WorkerNames {
  /** The workflow type; its only argument is the identity of the worker. */
  public static final String TYPE = "WorkerLife";

  /** Activity: lasts for as long as the worker lives. */
  public static final String LIVE = "LiveAsWorker";

  /** Activity: frees the activities of a dead worker. */
  public static final String RELEASE = "ReleaseActivities";

  private WorkerNames() {}

  /**
   * Returns the workflow id of a worker's life: {@code worker/quorate-1f3c.../1}.
   *
   * @param number of the life: a worker that Temporal missed for a while begins another one
   */
  public static String workflowId(String identity, int number) {
    return "worker/" + identity + "/" + number;
  }
}
