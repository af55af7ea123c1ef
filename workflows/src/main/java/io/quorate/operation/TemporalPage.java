package io.quorate.operation;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Addresses on Temporal's own page. */
public final class TemporalPage {
  private TemporalPage() {}

  /**
   * Returns the address of a run, with the tab that shows its summary and details.
   *
   * @param workflows the list of workflows of the namespace
   */
  public static String details(String workflows, String workflowId, String runId) {
    return workflows
        + "/"
        + URLEncoder.encode(workflowId, StandardCharsets.UTF_8)
        + "/"
        + runId
        + "/user-metadata";
  }
}
