package io.quorate.operation;

/** Addresses on Temporal's own page. */
public final class TemporalPage {
  private TemporalPage() {}

  /**
   * Returns the address of a run, with the tab that shows its summary and details.
   *
   * @param workflows the list of workflows of the namespace
   * @param workflowId of Quorate's own; the only character of it that a path cannot have is the
   *     slash
   */
  public static String details(String workflows, String workflowId, String runId) {
    return workflows + "/" + workflowId.replace("/", "%2F") + "/" + runId + "/user-metadata";
  }
}
